import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Reads the only .cpuprofile in a folder: each function's share of the thread's busy time, the largest first. */
export function topOfProfile(
  folder: string,
  most: number,
): { readonly file: string; readonly lines: readonly string[] } {
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.cpuprofile'))
  const file = join(folder, name)
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const spent = new Map<string, number>()
  let busy = 0
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id)
    const ms = (profile.timeDeltas[index] ?? 0) / 1000
    if (frame === undefined || frame.functionName === '(idle)' || frame.functionName === '(program)') return
    busy += ms
    const place = frame.url === '' ? '' : ` ${frame.url.split('/').at(-1)}:${frame.lineNumber + 1}`
    const key = `${frame.functionName || '(anonymous)'}${place}`
    spent.set(key, (spent.get(key) ?? 0) + ms)
  })
  const top = [...spent].sort((a, b) => b[1] - a[1]).slice(0, most)
  const lines = top.map(([key, ms]) => `  ${((100 * ms) / busy).toFixed(1).padStart(5)} %  ${key}`)
  return { file, lines: [`  busy for ${(busy / 1000).toFixed(2)} s`, ...lines] }
}
