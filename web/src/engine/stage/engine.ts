// The engine of the page: what every engine does, and what only the page asks for.

import type { FormatInfo, ReportAction } from '../../core/report';
import { startAction } from '../../core/startaction';
import { curveListOf, curvePicture, healthOf, keyTimes, mapRecord } from '../../core/whole';
import { Engine } from '../engine';
import { describe, type LoadedDocument, loadDocument, LoadRefused, readBytes } from '../documents';
import { askFaults } from '../faults';
import type { FaultAnswer, StageAnswer, StageAsk } from '../../protocol/questions';
import { takeStatistics, texturePicture, uvLayout } from '../insight/insight';
import { GpuLedger } from '../insight/ledger';
import type { Command, EngineFacts } from '../../protocol/messages';
import type { ViewerSession } from '../session';
import { Comparison } from './comparison';
import { StageSession } from './session';
import { Toolroom } from './toolroom';

export class StageEngine extends Engine {
  private readonly toolroom = new Toolroom();

  protected override count(gl: WebGL2RenderingContext): GpuLedger {
    return new GpuLedger(gl);
  }

  protected override async about(): Promise<EngineFacts> {
    const core = await this.cores.whole();
    return {
      version: core.version(),
      formats: JSON.parse(core.formats()) as FormatInfo[],
      renderer: this.draws().name,
    };
  }

  protected override newSession(...given: ConstructorParameters<typeof ViewerSession>): ViewerSession {
    return new StageSession(...given);
  }

  protected override startAction(actions: readonly ReportAction[]): number {
    return startAction(actions);
  }

  override handle(command: Command): void {
    const { type } = command;
    if (type === 'faults') this.faults(command);
    else if (type === 'rotateNode') this.rotate(command);
    else if (type === 'statistics') void this.sendStatistics(command);
    else if (type === 'texture') void this.sendTexture(command);
    else if (type === 'uv') this.sendUv(command);
    else if (type === 'stage') this.stage(command);
    else if (type === 'curveList' || type === 'curvePicture' || type === 'record') this.answerAbout(command);
    else if (type === 'bytes') void this.sendBytes(command);
    else if (type === 'shoot') void this.shoot(command);
    else super.handle(command);
  }

  protected override equip(): void {
    this.toolroom.equip(this.renderer, this.gl, this.sessions, () => this.requestFrame());
  }

  protected override coming(session: ViewerSession): boolean {
    return super.coming(session) || this.toolroom.coming(session);
  }

  private rotate({ viewer, node, rotation }: Command & { type: 'rotateNode' }): void {
    const session = this.sessions.get(viewer);
    if (session instanceof StageSession) session.rotate(node, rotation);
    this.requestFrame();
  }

  private async shoot(command: Command & { type: 'shoot' }): Promise<void> {
    const { viewer, request } = command,
      session = this.sessions.get(viewer);
    if (!(session instanceof StageSession)) return;
    const shot = await this.toolroom.shoot(session, command, this.renderer, this.canvas);
    this.post({ type: 'shot', viewer, request, ...shot });
    session.dirty = true;
    this.requestFrame();
  }

  private answerAbout(command: Command & { type: 'curveList' | 'curvePicture' | 'record' }): void {
    const { viewer, request } = command,
      session = this.sessions.get(viewer),
      document = session?.loaded?.document;
    if (!session) return;
    if (command.type === 'curveList') {
      const list = document && curveListOf(document, command.action);
      this.post({ type: 'curveList', viewer, request, ...(list && { list }) });
    } else if (command.type === 'record') {
      const record = document && mapRecord(document, command.file, command.offset);
      this.post({ type: 'record', viewer, request, ...(record && { record }) });
    } else {
      const picture = document && curvePicture(document, command.action, command.query);
      const transfer = picture ? Object.values(picture).map(({ buffer }: { buffer: ArrayBuffer }) => buffer) : [];
      this.post({ type: 'curvePicture', viewer, request, ...(picture && { picture }) }, transfer);
    }
    this.requestFrame();
  }

  private async sendBytes({ viewer, request, file, offset, length }: Command & { type: 'bytes' }): Promise<void> {
    const session = this.sessions.get(viewer);
    if (!session) return;
    // A file may have gone away since it was chosen: then it has no bytes.
    const bytes = await readBytes(session.loaded?.sources ?? [], file, offset, length).catch(() => new ArrayBuffer(0));
    this.post({ type: 'bytes', viewer, request, bytes });
  }

  private stage(command: Command & { type: 'stage' }): void {
    const { viewer, request, ask } = command,
      session = this.sessions.get(viewer);
    if (!(session instanceof StageSession)) return;
    void this.answer(session, ask)
      .catch((error: unknown): StageAnswer => ({ error: describe(error).message }))
      .then((answer) => {
        const transfer = answer.times ? [answer.times.buffer] : [];
        this.post({ type: 'staged', viewer, request, answer }, transfer);
        this.requestFrame();
      });
  }

  private async sendStatistics({ viewer, request }: Command & { type: 'statistics' }): Promise<void> {
    const session = this.sessions.get(viewer);
    if (!session) return;
    const statistics = await takeStatistics(session, this.ledger!).catch(() => undefined);
    this.post({ type: 'statistics', viewer, request, ...(statistics && { statistics }) });
    this.requestFrame();
  }

  private async sendTexture({ viewer, request, texture }: Command & { type: 'texture' }): Promise<void> {
    const loaded = this.sessions.get(viewer)?.loaded;
    const picture = loaded ? await texturePicture(this.gl, loaded, texture).catch(() => undefined) : undefined;
    this.post(
      { type: 'texture', viewer, request, ...(picture && { picture }) },
      picture?.preview ? [picture.preview.rgba.buffer] : [],
    );
  }

  private sendUv({ viewer, request, mesh, layer }: Command & { type: 'uv' }): void {
    const loaded = this.sessions.get(viewer)?.loaded,
      layout = loaded && uvLayout(loaded, mesh, layer);
    this.post(
      { type: 'uv', viewer, request, ...(layout && { layout }) },
      layout ? [layout.indices.buffer, layout.uv.buffer] : [],
    );
  }

  private faults({ viewer, request, ask }: Command & { type: 'faults' }): void {
    const session = this.sessions.get(viewer);
    if (!session) return;
    void askFaults(this.cores, session, ask)
      .catch((): FaultAnswer => ({}))
      .then((answer) =>
        this.post(
          { type: 'faults', viewer, request, answer },
          answer.patch ? [answer.patch.bytes.buffer as ArrayBuffer] : [],
        ),
      );
  }

  private async answer(session: StageSession, ask: StageAsk): Promise<StageAnswer> {
    const document = session.loaded?.document;
    switch (ask.do) {
      case 'health': {
        const health = document && healthOf(document, ask.action);
        session.dirty = true;
        return health ? { health } : {};
      }
      case 'keyTimes':
        return document ? { times: keyTimes(document, ask.action, ask.node) } : {};
      case 'copies':
        break;
      case 'addCopy':
        session.addCopy();
        this.announce(session, true, false);
        break;
      case 'removeCopy':
        session.removeCopy(ask.copy);
        this.announce(session, true, false);
        break;
      case 'chooseCopy':
        session.chooseCopy(ask.copy);
        this.announce(session, true, false);
        break;
      case 'changeCopy':
        session.changeCopy(ask.copy, ask.change);
        this.announce(session, true, false);
        break;
      case 'compare':
        return this.compare(session, ask);
      case 'stopComparing':
        session.compare(undefined);
        this.announce(session, true, false);
        return {};
      case 'look': {
        const { comparison } = session;
        if (!comparison) return {};
        comparison.mode = ask.mode;
        comparison.divider = ask.divider;
        session.dirty = true;
        if (ask.action !== undefined && ask.action !== comparison.action) {
          comparison.select(ask.action);
          session.arrange();
          this.announce(session, true, false);
        }
        return { second: comparison.action };
      }
      case 'distances':
        return { distances: session.distances(ask.times) };
    }
    return { copies: session.copiesState };
  }

  private async compare(session: StageSession, { files, read }: StageAsk & { do: 'compare' }): Promise<StageAnswer> {
    let loaded: LoadedDocument;
    try {
      const fresh = new Set(files.map(({ name }) => name));
      const hooks = { cancelled: () => session.disposed, progress: () => undefined };
      loaded = await loadDocument(this.cores, files, fresh, hooks, read);
    } catch (error) {
      return { error: error instanceof LoadRefused ? error.message : describe(error).message };
    }
    const comparison = this.owned(session, () => new Comparison(loaded, this.gl));
    session.compare(comparison);
    this.announce(session, true, false);
    return { compared: { report: loaded.report, action: comparison.action } };
  }
}
