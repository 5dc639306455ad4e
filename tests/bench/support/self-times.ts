interface CallFrame {
  readonly functionName: string
  /** Empty for anything but JavaScript. */
  readonly url: string
  /** Counted from 0, as is the column. */
  readonly lineNumber: number
  readonly columnNumber: number
}

/** V8's format: nodes of the call tree, and the node of each sample. */
export interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[]
  readonly samples: readonly number[]
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[]
}

/** The original position of a position in a bundle, counted from 0; null if it has no source. */
export type SourceOf = (
  url: string,
  line: number,
  column: number,
) => { readonly path: string; readonly line: number } | null

/** The same profile with the original files in place of the bundle. */
export const withSources = (profile: CpuProfile, sourceOf: SourceOf): CpuProfile => ({
  ...profile,
  nodes: profile.nodes.map((node) => {
    const { callFrame } = node
    const source = sourceOf(callFrame.url, callFrame.lineNumber, callFrame.columnNumber)
    if (source === null) return node
    return { ...node, callFrame: { ...callFrame, url: source.path, lineNumber: source.line } }
  }),
})

/** The folder of ours, the library, or the other area to which it belongs. */
export function areaOf({ functionName, url }: Pick<CallFrame, 'functionName' | 'url'>): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code (SQLite, JSON, sockets)'
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (library !== undefined) return library
  const own = /src-[a-z]+(?:\/[^/]+(?=\/))?/.exec(url)?.[0]
  return own ?? (url.startsWith('node:') ? "node's own modules" : url)
}

type Shares = readonly (readonly [name: string, share: number])[]

/**
 * Where the thread spent its busy time, the largest first: as shares of that time, each call's own, without the calls
 * that it made.
 */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): {
  readonly areas: Shares
  readonly functions: Shares
} {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const areas = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  const add = (sums: Map<string, number>, name: string, time: number) =>
    sums.set(name, (sums.get(name) ?? 0) + time)
  samples.forEach((id, index) => {
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)' || frame.functionName === '(program)') return
    const time = timeDeltas[index] ?? 0
    busy += time
    add(areas, areaOf(frame), time)
    const place =
      frame.url === '' ? '' : ` ${frame.url.split('/').slice(-2).join('/')}:${frame.lineNumber + 1}`
    add(functions, `${frame.functionName || '(anonymous)'}${place}`, time)
  })
  const sorted = (sums: Map<string, number>): Shares =>
    [...sums].sort((one, other) => other[1] - one[1]).map(([name, time]) => [name, time / busy])
  return { areas: sorted(areas), functions: sorted(functions) }
}
