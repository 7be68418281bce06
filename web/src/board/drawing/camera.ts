/** The camera over a board without edges: its centre, and the pixels per unit. */
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

/** Limits of the zoom in pixels per unit; a tile has a hundred units. */
export const MOST_ZOOM = 2.4;
export const LEAST_ZOOM = 0.08;
/** The view shows at least so many units, so that a lone tile does not fill it. */
const LEAST_SHOWN = 500;

/** The camera that shows the whole box, as large as possible. */
export function fit([left, top, right, bottom]: Box, view: Size): Camera {
  const most = Math.min(view.width, view.height) / LEAST_SHOWN;
  const zoom = Math.min(view.width / (right - left), view.height / (bottom - top), most);
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: within(zoom, LEAST_ZOOM, MOST_ZOOM) };
}

/** Pan by pixels; some of the box always stays in view. */
export function pan(camera: Camera, right: number, down: number, [left, top, far, low]: Box): Camera {
  return {
    x: within(camera.x - right / camera.zoom, left, far),
    y: within(camera.y - down / camera.zoom, top, low),
    zoom: camera.zoom,
  };
}

/** Zoom by a factor around a point of the view, in pixels from its centre. */
export function zoomAt(camera: Camera, factor: number, [x, y]: Point, [left, top, far, low]: Box): Camera {
  const zoom = within(camera.zoom * factor, LEAST_ZOOM, MOST_ZOOM);
  const shift = 1 / camera.zoom - 1 / zoom;
  return { x: within(camera.x + x * shift, left, far), y: within(camera.y + y * shift, top, low), zoom };
}

/** Move the camera as little as needed to show a point, with a margin in units. */
export function include(camera: Camera, [x, y]: Point, view: Size, margin: number): Camera {
  const wide = Math.max(0, view.width / camera.zoom / 2 - margin);
  const high = Math.max(0, view.height / camera.zoom / 2 - margin);
  return { x: within(camera.x, x - wide, x + wide), y: within(camera.y, y - high, y + high), zoom: camera.zoom };
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
