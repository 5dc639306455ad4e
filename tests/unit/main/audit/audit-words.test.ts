import { describe, expect, test } from 'vitest'
import { isAudited } from '../../../../src-main/ipc/command-answerer.ts'
import words from '../../../../src-renderer/i18n/audit.en.json'
import { type PosCommandName, posCommands } from '../../../../src-shared/pos/commands.ts'

const at = (path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => Object(part)[key], words.command)

describe('the texts of the audit log', () => {
  test('every audited command has a text', () => {
    const audited = (Object.keys(posCommands) as PosCommandName[]).filter(isAudited)
    expect(audited.length).toBeGreaterThan(50)
    expect(audited.filter((name) => typeof at(name) !== 'string')).toEqual([])
  })

  test('only audited commands list fields for the audit log', () => {
    const named = Object.entries(posCommands).flatMap(([name, row]) => ('audited' in row ? [name] : []))
    expect(named.filter((name) => !isAudited(name as PosCommandName))).toEqual([])
  })

  test('every audited field has a text', () => {
    const fields = Object.values(posCommands).flatMap((row): readonly string[] =>
      'audited' in row ? row.audited : [],
    )
    expect(fields.length).toBeGreaterThan(40)
    expect(fields.filter((name) => !(name in words.field))).toEqual([])
  })
})
