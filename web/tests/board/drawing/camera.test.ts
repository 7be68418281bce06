import { expect, it } from 'vitest';
import type { Box } from '../../../src/api/schemas';
import { fit, include, LEAST_ZOOM, MOST_ZOOM, pan, zoomAt } from '../../../src/board/drawing/camera';

const BOX: Box = [-500, -200, 500, 200];
const VIEW = { width: 500, height: 400 };

it('a fitted box fills the view and is in its middle', () => {
  expect(fit(BOX, VIEW)).toEqual({ x: 0, y: 0, zoom: 0.5 });
});

it('a small box is not blown up', () => {
  expect(fit([0, 0, 10, 10], VIEW).zoom).toBeLessThan(1.5);
});

it('panning to the right shows what lies left, and never loses the table', () => {
  const camera = { x: 0, y: 0, zoom: 0.5 };
  expect(pan(camera, 50, -20, BOX)).toEqual({ x: -100, y: 40, zoom: 0.5 });
  expect(pan(camera, 9999, 0, BOX).x).toBe(-500);
});

it('zooming leaves in its place what lies under the pointer', () => {
  const camera = { x: 10, y: 20, zoom: 0.5 };
  const at = { x: 100, y: -60 };
  const next = zoomAt(camera, 1.5, [at.x, at.y], BOX);
  expect(next.zoom).toBe(0.75);
  expect(next.x + at.x / next.zoom).toBeCloseTo(camera.x + at.x / camera.zoom);
  expect(next.y + at.y / next.zoom).toBeCloseTo(camera.y + at.y / camera.zoom);
});

it('zooming has its limits', () => {
  expect(zoomAt({ x: 0, y: 0, zoom: 1 }, 100, [0, 0], BOX).zoom).toBe(MOST_ZOOM);
  expect(zoomAt({ x: 0, y: 0, zoom: 1 }, 0.001, [0, 0], BOX).zoom).toBe(LEAST_ZOOM);
});

it('what is seen stays, and what is not comes into the view', () => {
  const camera = { x: 0, y: 0, zoom: 1 };
  expect(include(camera, [100, 100], VIEW, 50)).toEqual(camera);
  expect(include(camera, [300, 0], VIEW, 50)).toEqual({ x: 100, y: 0, zoom: 1 });
});
