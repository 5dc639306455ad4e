import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of a process and all that descend from it, MiB: proportional set size, in which a page shared by several
 * processes counts once. Linux only.
 */
export function treeMemory(root: number): number {
  const kib = descendants(root).map(memoryOf)
  return kib.reduce((sum, one) => sum + one, 0) / 1024
}

function descendants(root: number): readonly number[] {
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

/** Empty for a process that ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
