// Joints with bind poses, and poses as rotations relative to the bind pose. A pose is written in model axes: the rotation
// of a joint that is not posed is that of its parent, whatever axes the bones themselves have.

import { type Quat, type Vec3, add, compose, conjugate, identity, multiply, rotate, sub, zero } from './vec';

export interface Joint {
  name: string;
  parent: number;
  /** Bind pose in model space. */
  position: Vec3;
  rotation: Quat;
}

export class Skeleton {
  readonly joints: Joint[] = [];
  private readonly byName = new Map<string, number>();

  add(name: string, parent: string | null, position: Vec3, rotation: Quat): void {
    this.byName.set(name, this.joints.length);
    this.joints.push({ name, parent: parent === null ? -1 : this.index(parent), position, rotation });
  }

  index(name: string): number {
    const index = this.byName.get(name);
    if (index === undefined) throw new Error(`no joint is called ${name}`);
    return index;
  }

  joint(name: string): Joint {
    return this.joints[this.index(name)] as Joint;
  }
}

export interface Transform {
  position: Vec3;
  rotation: Quat;
}

/** One moment: rotations away from the bind pose and moved roots. */
export class Pose {
  private readonly turns = new Map<number, { local: boolean; rotation: Quat }>();
  private readonly offsets = new Map<number, Vec3>();

  constructor(readonly skeleton: Skeleton) {}

  /** Turns a joint (and all below it) by `rotation`, given in model axes as they lie when the parent is in bind pose. */
  rotate(name: string, rotation: Quat): void {
    this.turns.set(this.skeleton.index(name), { local: true, rotation });
  }

  /** Turns a joint from its bind pose to `rotation` of it, whatever the parent does. */
  orient(name: string, rotation: Quat): void {
    this.turns.set(this.skeleton.index(name), { local: false, rotation });
  }

  /** Moves a joint away from its place at the parent, in model axes of the parent's bind pose. */
  move(name: string, offset: Vec3): void {
    this.offsets.set(this.skeleton.index(name), offset);
  }

  /** Rotation from the bind pose to this pose, in model space. */
  change(index: number): Quat {
    const { parent } = this.skeleton.joints[index] as Joint;
    const set = this.turns.get(index);
    if (set !== undefined && !set.local) return set.rotation;
    const above = parent < 0 ? identity : this.change(parent);
    return set === undefined ? above : multiply(above, set.rotation);
  }

  /** Where a joint is, in model space. */
  place(index: number): Vec3 {
    const { parent, position } = this.skeleton.joints[index] as Joint;
    const offset = this.offsets.get(index) ?? zero;
    if (parent < 0) return add(position, offset);
    const bone = sub(position, (this.skeleton.joints[parent] as Joint).position);
    return add(this.place(parent), rotate(this.change(parent), add(bone, offset)));
  }

  placeOf(name: string): Vec3 {
    return this.place(this.skeleton.index(name));
  }

  /** Every joint relative to its parent, as animations store it. */
  locals(): Transform[] {
    return this.skeleton.joints.map((joint, i) => {
      const world = multiply(this.change(i), joint.rotation);
      if (joint.parent < 0) return { position: this.place(i), rotation: world };
      const parent = this.skeleton.joints[joint.parent] as Joint;
      const back = conjugate(multiply(this.change(joint.parent), parent.rotation));
      return { position: rotate(back, sub(this.place(i), this.place(joint.parent))), rotation: compose(back, world) };
    });
  }
}

/** Model-space transforms from local ones. */
export function worldTransforms(skeleton: Skeleton, locals: readonly Transform[]): Transform[] {
  const world: Transform[] = [];
  skeleton.joints.forEach(({ parent }, i) => {
    const local = locals[i] as Transform;
    const above = world[parent];
    world.push(
      above === undefined
        ? local
        : {
            position: add(above.position, rotate(above.rotation, local.position)),
            rotation: multiply(above.rotation, local.rotation),
          },
    );
  });
  return world;
}
