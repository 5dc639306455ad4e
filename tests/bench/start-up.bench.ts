import { withDisplay } from '../../scripts/lib/electron.mjs'
import {
  bare,
  bareWithService,
  coldStart,
  product,
  productWithTerminal,
  type Start,
} from './support/cold-start.ts'
import { numberFlag } from './support/flags.ts'
import { median, printRows } from './support/report.ts'

/**
 * Cold start to a sale-ready screen, and the memory of all processes five seconds later, beside an Electron window with
 * one word in it; in turns in one run, the median of each. The product runs its embedded service. The training
 * terminal's window, which simulates a separate device, is left out, and listed separately. `--rounds=1` for a quick
 * run.
 */
const rounds = numberFlag('rounds', 5)

const subjects = { bare, bareWithService, product, productWithTerminal }
type SubjectName = keyof typeof subjects
const names = Object.keys(subjects) as readonly SubjectName[]

await withDisplay(async (env) => {
  const starts = new Map<SubjectName, Start[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of names) starts.get(name)?.push(await coldStart(subjects[name], env))

  const startOf = (name: SubjectName) => median((starts.get(name) ?? []).map(({ ms }) => ms))
  const memoryOf = (name: SubjectName) => median((starts.get(name) ?? []).map(({ mib }) => mib))
  const row = (name: string, value: number, unit: string, note = '') => ({ name, value, unit, note })
  printRows('Cold start and memory, beside a bare Electron window', [
    row('bare window: start', startOf('bare'), 'ms', `median of ${rounds}`),
    row('Countertop: start to a sale-ready screen', startOf('product'), 'ms'),
    {
      ...row('ratio of the starts', startOf('product') / startOf('bare'), '×'),
      goal: { is: 'at most', value: 1.5 },
    },
    row('bare window: memory of all processes', memoryOf('bare'), 'MiB', 'PSS'),
    row('bare window with an idle service process', memoryOf('bareWithService'), 'MiB', 'PSS'),
    row('Countertop: memory of all processes', memoryOf('product'), 'MiB', 'PSS'),
    row('Countertop with the training terminal’s window', memoryOf('productWithTerminal'), 'MiB', 'PSS'),
    {
      ...row('ratio of the memories', memoryOf('product') / memoryOf('bare'), '×'),
      goal: { is: 'at most', value: 1.2 },
    },
    row('ratio to the window with an idle service', memoryOf('product') / memoryOf('bareWithService'), '×'),
  ])

  const processes = [
    ...new Set(
      names.flatMap((name) =>
        (starts.get(name) ?? []).flatMap((start) => start.processes.map((one) => one.name)),
      ),
    ),
  ]
  const partOf = (name: SubjectName, process: string) =>
    median(
      (starts.get(name) ?? []).map((start) => start.processes.find((one) => one.name === process)?.mib ?? 0),
    )
  printRows(
    'Memory by process, MiB (PSS)',
    processes.map((process) =>
      row(
        process,
        partOf('product', process),
        'MiB',
        `bare ${partOf('bare', process).toFixed(0)}, with an idle service ${partOf('bareWithService', process).toFixed(0)}, with the terminal’s window ${partOf('productWithTerminal', process).toFixed(0)}`,
      ),
    ),
  )
})
