// The model itself: materials at the time that is shown, lamps, and the pictures of its numbers.

import { BufferKind } from '../core/buffers';
import type { ReportMaterial } from '../core/report';
import { drawPart, forInstances, isShown, type RenderModel, type FrameInputs } from './renderModel';
import type { Arrays, Instance, Part } from './gl/model';
import type { Define, Program, Programs } from './gl/program';
import type { Extras } from './extras/extras';
import { kUnstatedDiffuse } from './look';
import * as m from '../core/math';
import { worldFromVertices } from './picking';
import { kClay, type Shading } from '../protocol/view';

const kMaterialFloats = 12;
const kSlotFloats = 4;
/** Objects that serve as bones: amber, as joints are, and in front. */
const kHiddenClay = [0.66, 0.28, 0.03, 1];
const kFront = 0.02;
const kGloss = [0.035, 0.035, 0.035];
const kExponent = 28;
/** u_debugView of mesh.frag.glsl. */
const kBlack = [0, 0, 0];
const kShow: Record<Shading['kind'], number> = { material: 0, color: 1, normal: 2, uv: 3 };

/** Materials and texture slots at the frame's time: views of the core's memory, for one pass. */
interface States {
  materials: Float32Array;
  slots: Float32Array;
}

export class ModelPass {
  /** Images end at their edges. */
  #clamped: WebGLSampler | undefined;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {}

  /** First everything opaque, then everything that shows what is behind it. */
  draw(picture: FrameInputs, renderModel: RenderModel, blended: boolean, extras: Extras | undefined): void {
    const { gl } = this,
      { view, settings, framing } = picture,
      { document, model, report } = renderModel;
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
      (instance) =>
        isShown(instance, settings, picture.toolEffects) && instance.parts.some((part) => blends(part) === blended),
    );
    if (!wanted) return;
    // A mirrored root transform turns every triangle around.
    const mirrored = m.determinant(renderModel.worldFromFile) < 0;
    const clockwise = (renderModel.frontFace === 'ccw') === mirrored;
    if (blended) gl.enable(gl.BLEND);
    gl.depthMask(!blended);
    const lamps = settings.lamps && report.info.lights.length > 0 ? extras?.lampsOf(renderModel) : undefined;
    const { section, heat, light } = picture.toolEffects ?? {};
    const more = model.instances.some(({ parts }) =>
      parts.some(
        (part) =>
          part.material?.alphaMode === 'filter' ||
          (settings.textures && (part.specularMap !== undefined || part.glowMap !== undefined)),
      ),
    );
    const defines: Define[] = [
      ...(lamps ? (['LAMPS'] as const) : []),
      ...(heat ? (['HEAT'] as const) : []),
      ...(plain ? [] : (['SHOW'] as const)),
      ...(more ? (['MORE'] as const) : []),
      ...(light ? (['LIGHT'] as const) : []),
    ];
    const setFrame = (program: Program): Program => {
      if (lamps) program.setInt('u_lampCount', lamps.count).setVec4s('u_lamps', lamps.values);
      if (heat) program.setVec4s('u_heat', heat.colors);
      if (section) program.set('u_section', section);
      if (light) program.setVec4s('u_light', light.colors).set('u_exposure', light.exposure);
      return program
        .set('u_clipFromWorld', view.clipFromWorld)
        .set('u_eye', view.eye)
        .set('u_studio', light?.directions ?? view.studio)
        .set('u_ground', framing.bounds.min[1])
        .set('u_size', framing.radius)
        .setInt('u_clockwise', clockwise ? 1 : 0);
    };
    const drawInstance = (program: Program, instance: Instance, index: number, arrays: Arrays): void => {
      let current = setFrame(program);
      heat?.bind(index, arrays);
      // Parts that a file hides are drawn in front.
      if (instance.hidden) gl.depthRange(0, kFront);
      for (const part of instance.parts) {
        if (part.material?.hidden || blends(part) !== blended) continue;
        if (blended) this.#blendAs(tint ? 'blend' : part.material?.alphaMode);
        const gpu = arrays === instance.cpu ? undefined : instance.gpu,
          tangents = gpu ? instance.bindTangents : instance.tangents;
        const mapped = plain && settings.textures && part.normalMap !== undefined && tangents !== undefined;
        if (mapped)
          current = setFrame(this.#mapped(renderModel, instance, section ? [...defines, 'SECTION'] : defines, gpu));
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
        if (tint) this.#setPlain(current, 0, tint);
        else if (plain && !instance.hidden) this.#setMaterial(current, part, states, renderModel, settings.textures);
        else this.#setPlain(current, plain || lacking ? 0 : kShow[shading.kind], instance.hidden ? kHiddenClay : kClay);
        const culled = plain && !tint && !instance.hidden ? (part.material?.culled ?? 'none') : 'none';
        if (culled !== 'none') {
          gl.enable(gl.CULL_FACE);
          gl.cullFace((culled === 'back') !== clockwise ? gl.BACK : gl.FRONT);
        }
        if (part.clamp) this.#clampImages(true);
        drawPart(gl, part);
        if (part.clamp) this.#clampImages(false);
        if (culled !== 'none') gl.disable(gl.CULL_FACE);
      }
      if (instance.hidden) gl.depthRange(0, 1);
    };
    // One instance after the other, the farthest first, where something shows through.
    const order = (blended && extras?.orderTranslucent(gl, renderModel, view.clipFromWorld, blends)) || [undefined];
    for (const only of order)
      forInstances(gl, this.programs, picture, renderModel, 'mesh', defines, drawInstance, only);
    gl.depthMask(true);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.BLEND);
  }

  /** Everything opaque by the small program of first pictures; false where there is nothing. */
  drawClay(picture: FrameInputs, renderModel: RenderModel): boolean {
    const { view, framing } = picture,
      materials = renderModel.document.floats(BufferKind.Materials);
    let drawn = false;
    forInstances(this.gl, this.programs, picture, renderModel, 'mesh', ['CLAY'], (program, { hidden, parts }) => {
      if (hidden) return;
      program
        .set('u_clipFromWorld', view.clipFromWorld)
        .set('u_eye', view.eye)
        .set('u_studio', view.studio)
        .set('u_ground', framing.bounds.min[1])
        .set('u_size', framing.radius)
        .set('u_specular', kGloss)
        .set('u_exponent', kExponent);
      for (const part of parts) {
        if (part.material?.hidden || isBlended(part.material, materials, part.materialIndex)) continue;
        program.set('u_diffuse', colorOf(part, materials, true, false));
        drawPart(this.gl, part);
        drawn = true;
      }
    });
    return drawn;
  }

  #blendAs(mode: ReportMaterial['alphaMode'] | undefined): void {
    const { gl } = this;
    // A filter leaves the picture's own opacity as it is.
    if (mode === 'filter') gl.blendFuncSeparate(gl.DST_COLOR, gl.ZERO, gl.ZERO, gl.ONE);
    else gl.blendFunc(gl.ONE, mode === 'add' ? gl.ONE : gl.ONE_MINUS_SRC_ALPHA);
  }

  #clampImages(clamp: boolean): void {
    const { gl } = this;
    if (clamp && !this.#clamped) {
      this.#clamped = gl.createSampler();
      gl.samplerParameteri(this.#clamped, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
      gl.samplerParameteri(this.#clamped, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
      gl.samplerParameteri(this.#clamped, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
      gl.samplerParameteri(this.#clamped, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    }
    for (const unit of [0, 3, 4, 5]) gl.bindSampler(unit, clamp ? this.#clamped! : null);
  }

  #mapped(renderModel: RenderModel, instance: Instance, defines: readonly Define[], gpu: Instance['gpu']): Program {
    const program = this.programs.use('mesh', ...defines, 'NORMAL_MAP', ...(gpu ? [gpu.define] : []));
    gpu?.bind(program);
    const { worldFromFile, document, report } = renderModel;
    const worldFromModel = worldFromVertices(document, instance, worldFromFile);
    const mirrored = m.determinant(worldFromModel) < 0;
    // Green points up in the image, but in Direct3D's left-handed files down; v counts from the edge that the file states.
    const { uvOrigin, handedness } = report.info.axes;
    const alongV = uvOrigin === 'bottom' || handedness === 'left';
    return program
      .set('u_worldFromModel', worldFromModel)
      .set('u_normalFromModel', m.normalMatrix(worldFromModel))
      .set('u_bitangentSign', alongV === mirrored ? -1 : 1);
  }

  /** Clay, with `show` saying which number colours it. */
  #setPlain(program: Program, show: number, clay: readonly number[]): void {
    program
      .setInt('u_debugView', show)
      .set('u_diffuse', clay)
      .set('u_specular', kGloss)
      .set('u_emissive', kBlack)
      .set('u_exponent', kExponent)
      .set('u_uvTransform', [0, 0, 1, 1])
      .set('u_cutoff', -1)
      .setInt('u_textured', 0)
      .setInt('u_shadeless', 0)
      .setInt('u_glossy', 0)
      .set('u_glow', 0)
      .setInt('u_filter', 0)
      .bindTexture('u_texture', 0, null);
  }

  #setMaterial(program: Program, part: Part, states: States, renderModel: RenderModel, textures: boolean): void {
    const { material, materialIndex, texture, slot } = part,
      textured = textures && texture !== undefined;
    const at = materialIndex * kMaterialFloats,
      state = material ? states.materials : undefined;
    const diffuse = colorOf(part, states.materials, textures, textured),
      declared = material?.tints;
    const cutoff = textured && material?.alphaMode === 'mask' ? material.alphaCutoff : -1;
    program
      .setInt('u_debugView', 0)
      .set('u_diffuse', diffuse)
      .set('u_specular', kGloss)
      .set('u_emissive', state && textures ? [state[at + 8]!, state[at + 9]!, state[at + 10]!] : kBlack)
      .set('u_exponent', kExponent)
      .set('u_uvTransform', uvTransform(renderModel, states.slots, slot))
      .set('u_cutoff', cutoff)
      .setInt('u_textured', textured ? 1 : 0)
      .setInt('u_textureAlpha', (material?.alphaMode ?? 'opaque') !== 'opaque' ? 1 : 0)
      .setInt('u_shadeless', material?.shadeless && (textured || !declared) ? 1 : 0)
      .setInt('u_glossy', textures && part.specularMap ? 1 : 0)
      .set('u_glow', textures ? part.glow : 0)
      .setInt('u_filter', material?.alphaMode === 'filter' ? 1 : 0)
      .setInt('u_twoChannels', part.twoChannels ? 1 : 0)
      .bindTexture('u_texture', 0, textured ? texture : null)
      .bindTexture('u_specularMap', 4, (textures && part.specularMap) || null)
      .bindTexture('u_glowMap', 5, (textures && part.glowMap) || null);
  }
}

/** Factor of a part's image, or of the light alone. */
function colorOf(
  { material, materialIndex, slot }: Part,
  materials: Float32Array,
  textures: boolean,
  textured: boolean,
): readonly number[] {
  const at = materialIndex * kMaterialFloats;
  const r = material ? materials[at]! : kUnstatedDiffuse,
    g = material ? materials[at + 1]! : kUnstatedDiffuse,
    b = material ? materials[at + 2]! : kUnstatedDiffuse,
    a = material ? materials[at + 3]! : 1;
  // A colour that no file stated is clay, unless an action gives one.
  // White and a declaration's colour only tint an image; where that is missing, clay stands in for it.
  const declared = material?.tints,
    tint = slot >= 0 && (declared || (r === 1 && g === 1 && b === 1));
  const stated = material !== undefined && !tint && !(isUnstated(material.diffuse) && isUnstated(materials, at));
  if (textured) return declared ? [r, g, b, a] : [1, 1, 1, a];
  return stated && textures ? [r, g, b, a] : [kClay[0], kClay[1], kClay[2], a];
}

/** Offset and scale of a slot's coordinates; v may count from the last row of the image. */
export function uvTransform({ report }: RenderModel, slots: Float32Array, slot: number): number[] {
  const s = slot * kSlotFloats;
  const [ou, ov, su, sv] = slot < 0 ? [0, 0, 1, 1] : [slots[s]!, slots[s + 1]!, slots[s + 2]!, slots[s + 3]!];
  return report.info.axes.uvOrigin === 'bottom' ? [ou, 1 - ov, su, -sv] : [ou, ov, su, sv];
}

function isUnstated(colors: ArrayLike<number>, first = 0): boolean {
  const red = colors[first];
  return (
    red === colors[first + 1] &&
    red === colors[first + 2] &&
    (red === kUnstatedDiffuse || red === Math.fround(kUnstatedDiffuse))
  );
}

/** True by the material in the file, or if an action fades it. */
function isBlended(material: ReportMaterial | undefined, states: Float32Array, index: number): boolean {
  if (!material) return false;
  if (material.alphaMode === 'add' || material.alphaMode === 'filter') return true;
  const faded = states[index * kMaterialFloats + 3]! < 1;
  return material.alphaMode === 'blend' ? faded || material.diffuse[3] === 1 : faded && material.alphaMode === 'opaque';
}
