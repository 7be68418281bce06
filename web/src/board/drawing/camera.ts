/** Which part of a table without rim is seen: the point in the middle of the view, and how many pixels a unit takes. */
import type { Box, Point } from '../../api/schemas';

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Nobody needs a tile of a hundred units larger or smaller than this in pixels. */
export const MOST_ZOOM = 2.4;
export const LEAST_ZOOM = 0.08;
/** The view shows at least so many units: a lone tile is not blown up to fill it. */
const LEAST_SHOWN = 500;

/** All of the box in the view, as large as it goes. */
export function fit([left, top, right, bottom]: Box, view: Size): Camera {
  const most = Math.min(view.width, view.height) / LEAST_SHOWN;
  const zoom = Math.min(view.width / (right - left), view.height / (bottom - top), most);
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: within(zoom, LEAST_ZOOM, MOST_ZOOM) };
}

/** Moves what is seen by pixels; some of the box always stays in the view. */
export function pan(camera: Camera, right: number, down: number, [left, top, far, low]: Box): Camera {
  return {
    x: within(camera.x - right / camera.zoom, left, far),
    y: within(camera.y - down / camera.zoom, top, low),
    zoom: camera.zoom,
  };
}

/** Zooms by a factor; what lies under a point of the view, in pixels from its middle, stays there. */
export function zoomAt(camera: Camera, factor: number, [x, y]: Point, [left, top, far, low]: Box): Camera {
  const zoom = within(camera.zoom * factor, LEAST_ZOOM, MOST_ZOOM);
  const shift = 1 / camera.zoom - 1 / zoom;
  return { x: within(camera.x + x * shift, left, far), y: within(camera.y + y * shift, top, low), zoom };
}

/** The least move of the camera that brings a point into the view, so far from its rim in units. */
export function include(camera: Camera, [x, y]: Point, view: Size, margin: number): Camera {
  const wide = Math.max(0, view.width / camera.zoom / 2 - margin);
  const high = Math.max(0, view.height / camera.zoom / 2 - margin);
  return { x: within(camera.x, x - wide, x + wide), y: within(camera.y, y - high, y + high), zoom: camera.zoom };
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
