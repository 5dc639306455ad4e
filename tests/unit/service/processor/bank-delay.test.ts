import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readCommand } from '../../../../src-service/config/config.ts'
import { openProcessor, processorNames } from '../../../../src-service/processor/open-processor.ts'
import { createSandboxTerminals } from '../../../../src-service/sandbox/bank-terminals.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'

describe('--bank-delay', () => {
  const delayIn = (...args: readonly string[]) => {
    const command = readCommand(['--sandbox', ...args], {})
    if (!command.ok) return command.error
    return command.value.name === 'serve' ? command.value.config.bankDelayMs : null
  }

  test('a delay is a number of milliseconds, at most 20 seconds', () => {
    expect(delayIn()).toBeUndefined()
    expect(delayIn('--bank-delay', '0')).toBe(0)
    expect(delayIn('--bank-delay', '20000')).toBe(20_000)
    for (const wrong of ['20001', '-1', '1.5', 'fast', ''])
      expect(delayIn(`--bank-delay=${wrong}`), wrong).toMatch(/--bank-delay must be a number of milliseconds/)
  })

  test.each(processorNames)(
    'the bank %s answers after the given delay, or after 150 ms by default',
    async (name) => {
      const waits = async (latencyMs?: number) => {
        const directory = mkdtempSync(join(tmpdir(), 'bank-delay-'))
        const store = openSqliteStore(join(directory, 'service.db'))
        const asked: number[] = []
        const clock = {
          ...createClock(),
          after: (ms: number, work: () => void) => {
            asked.push(ms)
            work()
            return () => undefined
          },
        }
        const { processor, close } = openProcessor(name, {
          ...{ clock, directory, store, terminals: createSandboxTerminals() },
          ...(latencyMs === undefined ? {} : { latencyMs }),
        })
        onTestFinished(() => rmSync(directory, { recursive: true }))
        await processor.inquire({ payment_id: 'pmt_1', order_id: 'o_1' } as never)
        await close()
        await store.close()
        return asked
      }
      expect(await waits()).toEqual([150])
      expect(await waits(40)).toEqual([40])
      expect(await waits(0)).toEqual([])
    },
  )
})
