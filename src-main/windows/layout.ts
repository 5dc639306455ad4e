/** Window positions in pixels of the screen's work area: the POS left, the virtual terminal beside it. */
interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const terminalSize = { width: 420, height: 860 }
const posSize = { width: 1180, height: 860 }
const gap = 12

export interface Layout {
  readonly pos: Area
  readonly terminal: Area
}

export function layOut(area: Area, withTerminal: boolean): Layout {
  const beside = withTerminal ? terminalSize.width + gap : 0
  const width = Math.min(posSize.width, Math.max(area.width - beside, 640))
  const height = Math.min(posSize.height, area.height)
  const left = area.x + Math.max(Math.floor((area.width - width - beside) / 2), 0)
  const top = area.y + Math.max(Math.floor((area.height - height) / 2), 0)
  const terminalLeft = Math.min(left + width + gap, area.x + area.width - terminalSize.width)
  return {
    pos: { x: left, y: top, width, height },
    terminal: {
      x: Math.max(terminalLeft, area.x),
      y: top,
      width: Math.min(terminalSize.width, area.width),
      height: Math.min(terminalSize.height, area.height),
    },
  }
}
