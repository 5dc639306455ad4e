import { EventEmitter } from 'node:events'
import type { App, BrowserWindow } from 'electron'
import { describe, expect, test } from 'vitest'
import { askBeforeClose } from '../../../../src-main/windows/ask-before-close.ts'

function openWindow(needed: boolean) {
  const window = new EventEmitter()
  const app = new EventEmitter()
  let asked = false
  askBeforeClose(window as unknown as BrowserWindow, app as unknown as App, {
    isNeeded: () => needed,
    isAsked: () => asked,
    ask: () => {
      asked = true
    },
  })
  /** @returns whether the window closes. */
  const close = () => {
    let prevented = false
    window.emit('close', { preventDefault: () => (prevented = true) })
    return !prevented
  }
  return { app, close, asked: () => asked }
}

describe('a window that is closed', () => {
  test('a window that is closed in the midst of a sale asks first', () => {
    const { close, asked } = openWindow(true)
    expect(close()).toBe(false)
    expect(asked()).toBe(true)
  })

  test('a window that is closed again while the question stands closes', () => {
    const { close } = openWindow(true)
    close()
    expect(close()).toBe(true)
  })

  test('a window without a sale under way closes unasked', () => {
    const { close, asked } = openWindow(false)
    expect(close()).toBe(true)
    expect(asked()).toBe(false)
  })

  test('a computer that shuts down, or whoever quits the app, is not asked', () => {
    const { app, close } = openWindow(true)
    app.emit('before-quit')
    expect(close()).toBe(true)
  })
})
