import { describe, expect, test } from 'vitest'
import { readCommand } from '../../../../src-service/config/config.ts'

const shared = { DATABASE_URL: 'postgresql://user:password@db.example:5432/countertop' }
const read = (url: string, environment: Readonly<Record<string, string>> = shared) => {
  const command = readCommand(['--sandbox', '--node-url', url], environment)
  if (!command.ok) return command.error
  return command.value.name === 'serve' ? command.value.config.nodeUrl : command.value.name
}

describe('--node-url', () => {
  test('accepts the address of a service in a private network, by http or https', () => {
    expect(read('http://10.0.0.1:8080')).toBe('http://10.0.0.1:8080')
    expect(read('http://10.0.0.1:8080/')).toBe('http://10.0.0.1:8080')
    expect(read('https://pay-1.internal')).toBe('https://pay-1.internal')
  })

  test.each([
    '10.0.0.1:8080',
    'ftp://10.0.0.1',
    'http://u:p@10.0.0.1',
    'http://10.0.0.1/pay',
    'http://10.0.0.1/?a=b',
    '',
  ])('refuses %j', (url) => {
    expect(read(url)).toMatch(/^--node-url must be an address such as/)
  })

  test('is refused without a database that several nodes can share', () => {
    expect(read('http://10.0.0.1:8080', {})).toMatch(/DATABASE_URL/)
  })
})
