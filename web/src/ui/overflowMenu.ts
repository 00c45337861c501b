// Buttons that the bar of a page without much width has no room for: in its menu while a document is shown.

export class OverflowMenu {
  /** Where they stand in the bar. */
  private readonly places: Comment[];

  constructor(
    private readonly menu: HTMLElement,
    private readonly buttons: readonly HTMLElement[],
  ) {
    this.places = buttons.map(() => document.createComment(''));
  }

  fold(folded: boolean): void {
    this.buttons.forEach((button, i) => {
      const place = this.places[i]!;
      if (folded === (button.parentElement === this.menu)) return;
      if (folded) {
        button.before(place);
        this.menu.append(button);
      } else if (place.isConnected) place.replaceWith(button);
    });
  }
}
