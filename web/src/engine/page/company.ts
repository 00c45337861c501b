// Models beside the shown one: further instances of it, and a second document.

import { familyOf } from '../../core/families';
import type { CopiesState } from '../../protocol/compare';
import { describe, loadDocument } from '../documents';
import type { Feature, Host } from '../feature';
import { disposeLoaded } from '../loaded';
import type { Session } from '../session';
import { Comparing, Comparison } from './comparison';
import { Crossfade } from './crossfade';
import { Instances } from './instances';
import { Travel } from './travel';

export function company(host: Host): Feature {
  const of = new WeakMap<Session, { instances: Instances; comparing: Comparing }>();
  const changed = (session: Session, change?: (instances: Instances) => void): CopiesState => {
    const { instances } = of.get(session)!;
    if (change) {
      change(instances);
      host.announce(session, true, false);
    }
    return instances.state;
  };
  return {
    session(session) {
      const crossfade = new Crossfade(session),
        instances = new Instances(session, crossfade),
        comparing = new Comparing(session, instances, crossfade);
      const alone = (): boolean => instances.state.copies.length < 2 && !comparing.comparison;
      of.set(session, { instances, comparing });
      return [new Travel(session, alone), crossfade, instances, comparing];
    },
    handlers: {
      copies: (session) => changed(session),
      addCopy: (session) => changed(session, (instances) => instances.add()),
      removeCopy: (session, { copy }) => changed(session, (instances) => instances.remove(copy)),
      chooseCopy: (session, { copy }) => changed(session, (instances) => instances.choose(copy)),
      changeCopy: (session, { copy, change }) => changed(session, (instances) => instances.set(copy, change)),

      async compare(session, { files, read }) {
        try {
          const fresh = new Set(files.map(({ name }) => name));
          const hooks = { cancelled: () => session.disposed, progress: () => undefined };
          const loaded = await loadDocument(host.cores, files, fresh, hooks, read);
          await loaded.complete;
          const comparison = host.owned(session, () => new Comparison(loaded, host.draws().gl));
          of.get(session)!.comparing.set(comparison);
          host.announce(session, true, false);
          return { report: loaded.report, action: comparison.action };
        } catch (error) {
          return { error: describe(error).message };
        }
      },
      stopComparing(session) {
        of.get(session)!.comparing.set(undefined);
        host.announce(session, true, false);
      },
      async facts(session, { files }) {
        const hooks = { cancelled: () => session.disposed, progress: () => undefined };
        try {
          const loaded = await loadDocument(host.cores, files, new Set(), hooks),
            { triangles } = loaded.report.info.statistics;
          await loaded.complete;
          disposeLoaded(loaded);
          return { ...familyOf(loaded.report), triangles };
        } catch {
          return undefined;
        }
      },
      arrangeComparison(session, { mode, divider, joint, offset, rotation, action, turn }) {
        const { instances, comparing } = of.get(session)!,
          { comparison } = comparing;
        if (!comparison) return undefined;
        comparison.mode = mode;
        comparison.divider = divider;
        comparison.joint = joint ?? -1;
        comparison.offset = offset ?? [0, 0, 0];
        comparison.rotation = rotation ?? [0, 0, 0, 1];
        session.dirty = true;
        const turned = comparison.turnBy(turn ?? '');
        if (turned || (action !== undefined && action !== comparison.action)) {
          if (action !== undefined) comparison.select(action);
          instances.arrange();
          host.announce(session, true, false);
        }
        return comparison.action;
      },
      distances: (session, { times }) => of.get(session)!.comparing.distances(times),
      findTurn: (session, { time }) => of.get(session)!.comparing.findTurn(time),
    },
  };
}
