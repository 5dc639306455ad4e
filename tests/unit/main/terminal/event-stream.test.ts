import { expect, test } from 'vitest'
import { eventData } from '../../../../src-main/terminal/event-stream.ts'

async function read(...chunks: readonly (string | Uint8Array)[]): Promise<unknown[]> {
  async function* body() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
  }
  const all: unknown[] = []
  for await (const value of eventData(body())) all.push(value)
  return all
}

test('each event is read as it ends, wherever the chunks are cut', async () => {
  expect(await read('data: {"a"', ':1}\n', '\ndata: {"a":2}\n\n')).toEqual([{ a: 1 }, { a: 2 }])
})

test('a character that is cut in two is put together again', async () => {
  const bytes = new TextEncoder().encode('data: "é"\n\n')
  expect(await read(bytes.slice(0, 8), bytes.slice(8))).toEqual(['é'])
})

test('comments, other fields, other line endings and what is no JSON do no harm', async () => {
  expect(await read(': hello\n\nevent: x\r\ndata: {"a":1}\r\n\r\ndata: nonsense\n\ndata:2\n\n')).toEqual([
    { a: 1 },
    2,
  ])
})

test('an event over several data lines is one', async () => {
  expect(await read('data: {"a":\ndata: 1}\n\n')).toEqual([{ a: 1 }])
})

test('an event whose end never came is none', async () => {
  expect(await read('data: {"a":1}\n')).toEqual([])
})
