import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of a process and its descendants in MiB: proportional set size, which counts a page shared by several
 * processes once. Linux only.
 */
export const treeMemory = (root: number): number =>
  memoryByProcess(root).reduce((sum, { mib }) => sum + mib, 0)

/**
 * The same for each process by Chromium's name of its kind; the zygotes, from which the others are forked, count as
 * one.
 */
export function memoryByProcess(root: number): readonly { readonly name: string; readonly mib: number }[] {
  const byName = new Map<string, number>()
  for (const pid of descendants(root)) {
    const name = nameOf(pid)
    byName.set(name, (byName.get(name) ?? 0) + memoryOf(pid) / 1024)
  }
  return [...byName].map(([name, mib]) => ({ name, mib }))
}

function nameOf(pid: number): string {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  const kind = /--type=(\S+)/.exec(command)?.[1]
  if (kind === undefined) return 'main'
  if (kind !== 'utility') return kind.replace(/-process$/, '')
  return /--utility-sub-type=node\./.test(command) ? 'service' : 'network'
}

/** Processor time of a process and all its threads, in ms. Linux only. */
export const processorMs = (pid: number): number =>
  entriesOf(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0) / 1e6,
    0,
  )

/** The process and its descendants. */
export function descendants(root: number): readonly number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const parent = parentOf(Number(entry))
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const all: number[] = []
  const waiting = [root]
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    all.push(pid)
    waiting.push(...(children.get(pid) ?? []))
  }
  return all
}

function parentOf(pid: number): number | null {
  const status = read(`/proc/${pid}/status`)
  const match = /^PPid:\s+(\d+)/m.exec(status)
  return match?.[1] === undefined ? null : Number(match[1])
}

const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
