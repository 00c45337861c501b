// Dark or light: the system's choice until the user makes another.

import { recall, remember } from './memory';

type Theme = 'dark' | 'light';

export class ThemeSwitch {
  private readonly system = matchMedia('(prefers-color-scheme: light)');
  private chosen = recall('theme', '');

  constructor(private readonly changed: (theme: Theme) => void) {
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get theme(): Theme {
    return this.chosen === 'dark' || this.chosen === 'light' ? this.chosen : this.system.matches ? 'light' : 'dark';
  }

  /** Theme chosen by the user, overriding the system. */
  get forced(): Theme | undefined {
    return this.chosen === 'dark' || this.chosen === 'light' ? this.chosen : undefined;
  }

  /** For this page alone: nothing is remembered. */
  force(theme: Theme): void {
    this.chosen = theme;
    this.apply();
  }

  toggle(): void {
    this.chosen = this.theme === 'dark' ? 'light' : 'dark';
    remember('theme', this.chosen);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.theme;
    this.changed(this.theme);
  }
}
