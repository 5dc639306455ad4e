import type { Step } from '../fields/field.ts'
import { type FieldProblem, refusedProblem } from '../fields/field-values.ts'
import type { Draft } from './draft.ts'
import type { Pending } from './pending.ts'
import type { createSteps } from './steps.ts'

interface EntriesOptions {
  readonly draft: Draft
  readonly pending: Pending
  readonly steps: ReturnType<typeof createSteps>
  readonly listPath: string
  /** Whether this field is on its way to the service. */
  readonly isUnderWay: (path: string) => boolean
}

/** What was typed into the fields, and the problem that is shown beside each. */
export function createEntries({ draft, pending, steps, listPath, isUnderWay }: EntriesOptions) {
  let problems: Readonly<Record<string, FieldProblem>> = {}

  const setProblem = (path: string, problem: FieldProblem | null): void => {
    const { [path]: _, ...others } = problems
    problems = problem === null ? others : { ...others, [path]: problem }
  }
  function forget(path: string): void {
    draft.typed.delete(path)
    pending.remove(path)
  }
  const signerPath = (key: string): string => `${listPath}.${key}.signer`

  function type(path: string, text: string): void {
    draft.typed.set(path, text)
    pending.add(path)
    setProblem(path, null)
    if (path.endsWith('.country'))
      checkAnew(path.replace(/country$/, 'state'), path.replace(/country$/, 'zip_code'))
  }
  /** Their validity depends on fields beside them, so they are checked again. */
  function checkAnew(...paths: readonly string[]): void {
    for (const path of paths) {
      if (!draft.typed.has(path)) continue
      pending.add(path)
      setProblem(path, null)
    }
  }
  /** The field was left: shows its problem, or forgets an entry that the service has stored. */
  function settle(path: string): void {
    if (!draft.typed.has(path)) return
    const sent = draft.sent(path)
    setProblem(path, sent.is === 'wrong' ? sent.problem : (problems[path] ?? null))
    const isWaiting = pending.has(path) || isUnderWay(path) || problems[path] !== undefined
    if (sent.is === 'keep' || (sent.is === 'value' && !isWaiting)) forget(path)
  }
  /** Makes all others not sign, also one chosen on another device. Empty rows stay empty. */
  function signOnly(key: string): void {
    for (const row of draft.rows()) {
      const path = signerPath(row.key)
      if (row.key === key || draft.text(path) !== 'true') continue
      draft.typed.set(path, 'false')
      pending.add(path)
    }
  }
  const wrongIn = (step: Step): readonly string[] =>
    Object.keys(problems).filter((path) => steps.isOfStep(step, path) && draft.isShown(path))

  return {
    problems: () => problems,
    type,
    settle,
    settleAll: () => {
      for (const path of draft.typed.keys()) settle(path)
    },
    /** The service refuses the values of these fields. */
    refuse: (paths: readonly string[]) => {
      for (const path of paths) setProblem(path, refusedProblem(draft.fieldAt(path)))
    },
    signerPath,
    signOnly,
    /** The service's list may have another signer than the one who was chosen here. */
    keepSigner: () => {
      const signer = draft.rows().find(({ key }) => draft.typed.get(signerPath(key)) === 'true')
      if (signer !== undefined) signOnly(signer.key)
    },
    removeRow: (key: string) => {
      const prefix = `${listPath}.${key}.`
      for (const path of [...draft.typed.keys()]) {
        if (!path.startsWith(prefix)) continue
        forget(path)
        setProblem(path, null)
      }
      const id = draft.rows().find((row) => row.key === key)?.id ?? null
      draft.setRows(draft.rows().filter((row) => row.key !== key))
      if (id !== null) pending.removeItem(id)
    },
    clear: () => {
      draft.typed.clear()
      pending.clear()
      problems = {}
    },
    wrongIn,
    /** Invalid fields in the shown steps, in order. */
    wrong: (): readonly string[] => steps.shown().flatMap(wrongIn),
  }
}
