import { describe, expect, test } from 'vitest'
import { isSavedAnswer } from '../../../../../src-service/commit.ts'
import { codeOf, hsn, openCounter } from '../terminals-harness.ts'
import { wireTerminal } from '../wired-terminal-harness.ts'

const idempotency = { scope: 'a prompt with key 1', fingerprint: 'its body', created_at: 0 }

const prompts = [
  ['terminals.tip', { hsn, amount: 1000 }, 'tip'],
  ['terminals.read_confirmation', { hsn, prompt: 'Yes?' }, 'read_confirmation'],
  ['terminals.read_input', { hsn, format: 'PHONE' }, 'read_input'],
  ['terminals.read_signature', { hsn, prompt: 'Sign' }, 'read_signature'],
  ['terminals.read_card', { hsn, amount: 1000 }, 'read_card'],
  ['terminals.read_manual', { hsn, amount: 1000 }, 'read_manual'],
] as const

/** Section 8. */
describe.each(prompts)('%s with an idempotency key', (name, body, command) => {
  async function asked() {
    const counter = await openCounter()
    const terminal = await wireTerminal(counter)
    const sessionKey = await counter.open()
    const ask = (key = sessionKey) => counter.call(name, body as never, { sessionKey: key, idempotency })
    const count = () => terminal.commands.filter((one) => one.name === command).length
    return { counter, terminal, ask, count }
  }

  test('a prompt with an idempotency key asks the customer once, and a repeat gets exactly the same answer', async () => {
    const { ask, count } = await asked()
    const [first, again] = [await ask(), await ask()]
    if (!first.ok || !again.ok || !isSavedAnswer(first.value) || !isSavedAnswer(again.value)) {
      throw new Error('not saved')
    }
    expect(again.value).toMatchObject({ status: 200, body: first.value.body, replayed: true })
    expect(first.value.replayed).toBe(false)
    expect(count()).toBe(1)
  })

  test('a prompt with an idempotency key gives its key back when it had no result', async () => {
    const { terminal, ask, count } = await asked()
    terminal.fail(command, 'timed_out')
    expect(codeOf(await ask())).toBe('terminal_timeout')
    expect(codeOf(await ask('not a key'))).toBe('terminal_session_invalid')
    expect(codeOf(await ask())).toBe('terminal_timeout')
    expect(count()).toBe(2)
  })

  test('a prompt with an idempotency key is answered when its answer cannot be saved, and is not repeated', async () => {
    const { counter, ask, count } = await asked()
    const { commit } = counter.services.store
    let refusals = 0
    counter.services.store.commit = (set) =>
      set.idempotency?.op === 'save' && refusals++ === 0
        ? Promise.reject(new Error('the disk is full'))
        : commit(set)
    expect((await ask()).ok).toBe(true)
    expect(codeOf(await ask())).toBe('idempotency_answer_lost')
    expect(count()).toBe(1)
  })
})
