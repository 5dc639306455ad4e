import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, test } from 'vitest'
import { onPersonInput } from '../../../../src-main/staff/person-input.ts'

test('keys, clicks and touches count as a person’s input, and mouse movements do not', () => {
  const contents = new EventEmitter()
  let acted = 0
  onPersonInput(contents as unknown as WebContents, () => acted++)
  const send = (type: string) => contents.emit('input-event', {}, { type })
  for (const type of ['mouseMove', 'mouseEnter', 'mouseLeave', 'pointerMove', 'touchMove', 'undefined'])
    send(type)
  expect(acted).toBe(0)
  for (const type of ['rawKeyDown', 'mouseDown', 'mouseWheel', 'touchStart', 'gestureTap']) send(type)
  expect(acted).toBe(5)
})
