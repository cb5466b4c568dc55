/* Where things are at given poses, the same questions for the plane and for space. */
(function (viewer) {
  "use strict";

  /* Columns with x along a direction in a plane of this normal (a planar connector). */
  function alongX(reach, normal) {
    const x = reach.clone().normalize(),
      y = normal.clone().cross(x).normalize();
    return [x, y, x.clone().cross(y)];
  }

  /* Columns with z along a direction and x as near as possible to a given one (a spatial span). */
  function alongZ(reach, x) {
    const z = reach.clone().normalize(),
      y = z.clone().cross(x);
    if (y.length() < 1e-9) {
      const sizes = z.toArray().map(Math.abs),
        least = new THREE.Vector3().setComponent(sizes.indexOf(Math.min(...sizes)), 1);
      y.copy(z).cross(least);
    }
    y.normalize();
    return [y.clone().cross(z), y, z];
  }

  class PlanePlaces {
    constructor(model) {
      this.model = model;
    }

    body(number, plane, poses) {
      const [x, y, phi] = poses[number],
        turned = new THREE.Matrix4().makeRotationZ(phi).setPosition(x, y, 0);
      return this.model.planes[plane].clone().multiply(turned);
    }

    point({ body, plane }, at, poses) {
      return viewer.planarPlace(this.model.planes[plane], poses[body], at);
    }

    span(carrier, poses) {
      return carrier.span.strand ? this.strand(carrier, poses) : this.straight(carrier, poses);
    }

    /* Where a belt's strand touches its pulleys, in their plane. */
    touching({ start, end, strand }, poses) {
      const centres = [start, end].map(([body, ...at]) => viewer.inPlane(poses[body], at));
      return viewer.belt.strandEnds(...centres, strand);
    }

    strand({ span, anchor, height }, poses) {
      const [[ax, ay], [bx, by]] = this.touching(span, poses),
        length = Math.hypot(bx - ax, by - ay),
        [c, s] = length ? [(bx - ax) / length, (by - ay) / length] : [1, 0],
        grown = anchor === "stretch" ? length / span.built : 1,
        [x, y] = anchor === "to" ? [bx, by] : [ax, ay];
      const there = new THREE.Matrix4().set(c * grown, -s, 0, x, s * grown, c, 0, y, 0, 0, 1, height, 0, 0, 0, 1);
      return this.model.planes[span.planes[0]].clone().multiply(there);
    }

    straight({ span, anchor, height }, poses) {
      const [a, b] = [span.start, span.end].map(([body, x, y], i) =>
        this.point({ body, plane: span.planes[i] }, [x, y, height], poses),
      );
      const reach = b.clone().sub(a),
        normal = new THREE.Vector3().setFromMatrixColumn(this.model.planes[span.planes[0]], 2);
      const [x, y, z] = alongX(reach, normal);
      return new THREE.Matrix4()
        .makeBasis(anchor === "stretch" ? x.multiplyScalar(reach.length() / span.built) : x, y, z)
        .setPosition(anchor === "to" ? b : a);
    }

    ends(span, poses) {
      const { start, end, planes, strand } = span,
        lift = this.model.depth;
      if (strand)
        return this.touching(span, poses).map((at) =>
          new THREE.Vector3(...at, lift).applyMatrix4(this.model.planes[planes[0]]),
        );
      return [start, end].map(([body, x, y], i) => this.point({ body, plane: planes[i] }, [x, y, lift], poses));
    }

    /* How long what spans two points is; of a belt the whole of it, of a muscle round circles this straight piece. */
    length(span, poses) {
      const [a, b] = this.ends(span.looped ? { ...span, strand: null } : span, poses);
      return span.looped ? viewer.belt.beltLength(a.distanceTo(b), span.strand) : a.distanceTo(b);
    }

    /* Numbers that the mechanism itself uses for a point of the world. */
    own(plane, point) {
      return point.clone().applyMatrix4(this.model.planes[plane].clone().invert()).toArray().slice(0, 2);
    }

    normal(plane) {
      return new THREE.Vector3().setFromMatrixColumn(this.model.planes[plane], 2);
    }

    focus() {
      return new THREE.Vector3();
    }
  }

  class SpacePlaces {
    constructor(model) {
      this.model = model;
    }

    body(number, _plane, poses) {
      return new THREE.Matrix4()
        .makeRotationFromQuaternion(viewer.quaternion(poses[number]))
        .setPosition(...poses[number].slice(0, 3));
    }

    point({ body }, at, poses) {
      return viewer.spatialPlace(poses[body], at);
    }

    span({ span, anchor }, poses) {
      const [a, b] = this.ends(span, poses),
        reach = b.clone().sub(a);
      const [x, y, z] = alongZ(
        reach,
        new THREE.Vector3(...span.x).applyQuaternion(viewer.quaternion(poses[span.start[0]])),
      );
      return new THREE.Matrix4()
        .makeBasis(x, y, anchor === "stretch" ? z.multiplyScalar(reach.length() / span.built) : z)
        .setPosition(anchor === "to" ? b : a);
    }

    ends({ start, end }, poses) {
      return [start, end].map(([body, ...at]) => viewer.spatialPlace(poses[body], at));
    }

    length(span, poses) {
      const [a, b] = this.ends(span, poses);
      return a.distanceTo(b);
    }

    own(_plane, point) {
      return point.toArray();
    }

    normal() {
      return null;
    }

    /* Where a body is, without its height, and to where its x axis points in the plane of the floor, as an angle. */
    heading(number, poses) {
      const { right, up } = this.model.base,
        at = new THREE.Vector3(...poses[number].slice(0, 3)),
        ahead = new THREE.Vector3(1, 0, 0).applyQuaternion(viewer.quaternion(poses[number]));
      return {
        body: number,
        focus: at.addScaledVector(up, -at.dot(up)),
        angle: Math.atan2(ahead.dot(up.clone().cross(right)), ahead.dot(right)),
      };
    }

    /* The point that stays in the middle where a mechanism that roams is followed. */
    focus(poses) {
      const middle = new THREE.Vector3(),
        up = this.model.base.up;
      if (!this.model.follow || poses.length < 2) return middle;
      for (const pose of poses.slice(1)) middle.add(new THREE.Vector3(pose[0], pose[1], pose[2]));
      middle.divideScalar(poses.length - 1);
      return middle.addScaledVector(up, -middle.dot(up));
    }
  }

  viewer.placesOf = (model) => (model.space ? new SpacePlaces(model) : new PlanePlaces(model));
})((window.LinkworkViewer = window.LinkworkViewer || {}));
