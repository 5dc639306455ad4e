import { describe, expect, test } from 'vitest'
import { readCommand } from '../../../../src-service/config/config.ts'

describe('DATABASE_URL', () => {
  const commandWith = (DATABASE_URL: string) => readCommand(['--sandbox'], { DATABASE_URL })

  test.each(['postgresql://me:secret@localhost:5432/shop', 'postgres://localhost/shop?sslmode=require'])(
    'DATABASE_URL may be %s',
    (url) => {
      const command = commandWith(url)
      expect(command).toMatchObject({ ok: true, value: { config: { databaseUrl: url } } })
    },
  )

  test.each([
    'mysql://me:secret@localhost/shop',
    'file:shop.db',
    'localhost:5432/shop',
    'postgresql:shop',
    'postgresql://me:sec/ret@localhost/shop',
    'postgresqlx://localhost/shop',
  ])('DATABASE_URL may not be %s, and the error does not show its password', (url) => {
    const command = commandWith(url)
    if (command.ok) throw new Error('it was taken')
    expect(command.error).toMatch(/^DATABASE_URL must be a URL such as postgresql:\/\//)
    expect(command.error).not.toContain('secret')
  })

  test('an empty DATABASE_URL means SQLite', () => {
    const command = commandWith('')
    expect(command.ok && command.value.name === 'serve' && 'databaseUrl' in command.value.config).toBe(false)
  })
})

test('without --sandbox, a bank of play money is refused unless the command has --play-money', () => {
  for (const args of [[], ['--processor', 'sandbox'], ['--processor', 'harsh']]) {
    const command = readCommand(args, {})
    expect(command).toMatchObject({ ok: false, error: expect.stringContaining('moves no money') })
  }
  expect(readCommand(['--play-money'], {})).toMatchObject({ ok: true })
  expect(readCommand(['--sandbox', '--processor', 'harsh'], {})).toMatchObject({ ok: true })
})
