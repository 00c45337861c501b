// The model itself: materials at the time that is shown, lamps, and the pictures of its numbers.

import { BufferKind } from '../core/buffers';
import type { ReportMaterial } from '../core/report';
import { drawPart, forInstances, isShown, type Exhibit, type Picture } from './exhibit';
import type { Instance, Part } from './gl/model';
import type { Define, Program, Programs } from './gl/program';
import { lampsOf } from './lamps';
import { kClay, kUnstatedDiffuse } from './look';
import * as m from './math';
import type { Shading } from './messages';

const kMaterialFloats = 12;
const kSlotFloats = 4;
/** Objects that serve as bones: amber, as joints are, and in front. */
const kHiddenClay = [0.66, 0.28, 0.03, 1];
const kFront = 0.02;
/** u_show of mesh.frag.glsl. */
const kShow: Record<Shading['kind'], number> = { material: 0, color: 1, normal: 2, uv: 3 };

/** What materials and texture slots are at the time of the picture: views of the core, for one pass. */
interface States {
  materials: Float32Array;
  slots: Float32Array;
}

export class ModelPass {
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {}

  /** First everything opaque, then everything that shows what is behind it. */
  draw(picture: Picture, exhibit: Exhibit, blended: boolean): void {
    const { gl } = this,
      { view, settings, framing } = picture,
      { document, model, report } = exhibit;
    const states: States = {
      materials: document.floats(BufferKind.Materials),
      slots: document.floats(BufferKind.TextureSlots),
    };
    const { shading } = settings,
      plain = shading.kind === 'material';
    const { tint } = picture;
    const blends = (part: Part): boolean =>
      tint !== undefined || (plain && isBlended(part.material, states.materials, part.materialIndex));
    const wanted = model.instances.some(
      (instance) => isShown(instance, settings) && instance.parts.some((part) => blends(part) === blended),
    );
    if (!wanted) return;
    // A mirrored root transform turns every triangle around.
    const mirrored = m.dot(m.cross(column(exhibit, 0), column(exhibit, 1)), column(exhibit, 2)) < 0;
    gl.frontFace((exhibit.frontFace === 'ccw') !== mirrored ? gl.CCW : gl.CW);
    if (blended) gl.enable(gl.BLEND);
    gl.depthMask(!blended);
    const lamps = settings.lamps && report.info.lights.length > 0 ? lampsOf(exhibit) : undefined;
    const defines: Define[] = lamps ? ['LAMPS'] : [];
    const setFrame = (program: Program, instance: Instance): Program => {
      if (lamps) program.setInt('u_lampCount', lamps.count).setVec4s('u_lamps', lamps.values);
      return program
        .set('u_clipFromWorld', view.clipFromWorld)
        .set('u_eye', view.eye)
        .set('u_rig', view.rig)
        .set('u_ground', framing.bounds.min[1])
        .set('u_size', framing.radius)
        .set('u_selected', instance.node === settings.selectedNode ? 1 : 0);
    };
    forInstances(gl, this.programs, picture, exhibit, 'mesh', defines, (program, instance, index, arrays) => {
      let current = setFrame(program, instance);
      // What a file keeps out of sight shows through what hides it.
      if (instance.hidden) gl.depthRange(0, kFront);
      for (const part of instance.parts) {
        if (part.material?.hidden || blends(part) !== blended) continue;
        if (blended) gl.blendFunc(gl.ONE, part.material?.alphaMode === 'add' ? gl.ONE : gl.ONE_MINUS_SRC_ALPHA);
        const gpu = arrays === instance.cpu ? undefined : instance.gpu,
          tangents = gpu ? instance.bindTangents : instance.tangents;
        const mapped = plain && settings.textures && part.normalMap !== undefined && tangents !== undefined;
        if (mapped) current = setFrame(this.mapped(exhibit, instance, defines, gpu), instance);
        else if (current !== program) current = program.use();
        if (mapped) current.bindTexture('u_normalMap', 3, part.normalMap ?? null);
        const layer = 'layer' in shading ? shading.layer : -1,
          uv = shading.kind === 'uv' ? layer : part.uvLayer,
          color = shading.kind === 'color' ? layer : plain ? 0 : -1;
        model.useLayers(
          document,
          index,
          arrays,
          uv < instance.uvLayers ? uv : -1,
          color < instance.colorLayers ? color : -1,
        );
        const lacking =
          (shading.kind === 'uv' && uv >= instance.uvLayers) ||
          (shading.kind === 'color' && color >= instance.colorLayers);
        if (tint) this.setPlain(current, 0, tint);
        else if (plain && !instance.hidden) this.setMaterial(current, part, states, exhibit, settings.textures);
        else this.setPlain(current, plain || lacking ? 0 : kShow[shading.kind], instance.hidden ? kHiddenClay : kClay);
        drawPart(gl, part);
      }
      if (instance.hidden) gl.depthRange(0, 1);
    });
    gl.depthMask(true);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.BLEND);
  }

  private mapped(exhibit: Exhibit, instance: Instance, defines: readonly Define[], gpu: Instance['gpu']): Program {
    const program = this.programs.use('mesh', ...defines, 'NORMAL_MAP', ...(gpu ? (['GPU_SKIN'] as const) : []));
    if (gpu) program.bindTexture('u_influences', 1, gpu.influences).bindTexture('u_palette', 2, gpu.palette.texture);
    const { worldFromFile, document, report } = exhibit;
    const worldFromModel = instance.skinned
      ? worldFromFile
      : m.multiply(
          worldFromFile,
          document.floats(BufferKind.NodeMatrices).subarray(instance.node * 16, instance.node * 16 + 16),
        );
    const [x, y, z] = [0, 4, 8].map((c): m.Vec3 => [
      worldFromModel[c]!,
      worldFromModel[c + 1]!,
      worldFromModel[c + 2]!,
    ]);
    const mirrored = m.dot(m.cross(x!, y!), z!) < 0;
    // Green points up in the image, but in Direct3D's left-handed files down; v counts from where the file says.
    const { uvOrigin, handedness } = report.info.axes;
    const alongV = uvOrigin === 'bottom' || handedness === 'left';
    return program
      .set('u_worldFromModel', worldFromModel)
      .set('u_normalFromModel', m.normalMatrix(worldFromModel))
      .set('u_across', alongV === mirrored ? -1 : 1);
  }

  /** Clay, with `show` saying which number colours it. */
  private setPlain(program: Program, show: number, clay: readonly number[]): void {
    program
      .setInt('u_show', show)
      .set('u_diffuse', clay)
      .set('u_specular', [0.035, 0.035, 0.035])
      .set('u_emissive', [0, 0, 0])
      .set('u_exponent', 28)
      .set('u_uvTransform', [0, 0, 1, 1])
      .set('u_cutoff', -1)
      .setInt('u_textured', 0)
      .setInt('u_shadeless', 0)
      .bindTexture('u_texture', 0, null);
  }

  private setMaterial(program: Program, part: Part, states: States, { report }: Exhibit, textures: boolean): void {
    const { material, materialIndex, texture, slot } = part,
      textured = textures && texture !== undefined;
    const at = materialIndex * kMaterialFloats,
      state = material ? states.materials : undefined;
    const [r, g, b, a] = state
      ? [state[at]!, state[at + 1]!, state[at + 2]!, state[at + 3]!]
      : [kUnstatedDiffuse, kUnstatedDiffuse, kUnstatedDiffuse, 1];
    // A colour that no file stated is clay, unless an action gives one.
    const stated = !isUnstated(material?.diffuse) || !isUnstated([r, g, b]);
    const diffuse = textured ? [1, 1, 1, a] : stated && textures ? [r, g, b, a] : [kClay[0], kClay[1], kClay[2], a];
    const cutoff = textured && material?.alphaMode === 'mask' ? material.alphaCutoff : -1;
    const s = slot * kSlotFloats;
    const [ou, ov, su, sv] =
      slot < 0 ? [0, 0, 1, 1] : [states.slots[s]!, states.slots[s + 1]!, states.slots[s + 2]!, states.slots[s + 3]!];
    program
      .setInt('u_show', 0)
      .set('u_diffuse', diffuse)
      .set('u_specular', [0.035, 0.035, 0.035])
      .set('u_emissive', state && textures ? [state[at + 8]!, state[at + 9]!, state[at + 10]!] : [0, 0, 0])
      .set('u_exponent', 28)
      .set('u_uvTransform', report.info.axes.uvOrigin === 'bottom' ? [ou, 1 - ov, su, -sv] : [ou, ov, su, sv])
      .set('u_cutoff', cutoff)
      .setInt('u_textured', textured ? 1 : 0)
      .setInt('u_textureAlpha', (material?.alphaMode ?? 'opaque') !== 'opaque' ? 1 : 0)
      .setInt('u_shadeless', material?.shadeless ? 1 : 0)
      .bindTexture('u_texture', 0, textured ? texture : null);
  }
}

function isUnstated([r, g, b]: readonly number[] = [kUnstatedDiffuse, kUnstatedDiffuse, kUnstatedDiffuse]): boolean {
  return r === g && g === b && (r === kUnstatedDiffuse || r === Math.fround(kUnstatedDiffuse));
}

/** By what the file says, or because an action fades it. */
function isBlended(material: ReportMaterial | undefined, states: Float32Array, index: number): boolean {
  if (!material) return false;
  if (material.alphaMode === 'add') return true;
  const faded = states[index * kMaterialFloats + 3]! < 1;
  return material.alphaMode === 'blend' ? faded || material.diffuse[3] === 1 : faded && material.alphaMode === 'opaque';
}

function column({ worldFromFile }: Exhibit, c: number): m.Vec3 {
  return [worldFromFile[c * 4]!, worldFromFile[c * 4 + 1]!, worldFromFile[c * 4 + 2]!];
}
