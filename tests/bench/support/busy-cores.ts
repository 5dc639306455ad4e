import { cpus } from 'node:os'

/** Number of busy cores, measured over `ms`; the load average still contains programs that ended a minute ago. */
export async function busyCores(ms: number): Promise<number> {
  const sum = () =>
    cpus().reduce(
      (total, { times: { idle, ...busy } }) => {
        const worked = Object.values(busy).reduce((all, one) => all + one, 0)
        return { busy: total.busy + worked, all: total.all + worked + idle }
      },
      { busy: 0, all: 0 },
    )
  const before = sum()
  await new Promise((resolve) => setTimeout(resolve, ms))
  const after = sum()
  return (cpus().length * (after.busy - before.busy)) / Math.max(1, after.all - before.all)
}
