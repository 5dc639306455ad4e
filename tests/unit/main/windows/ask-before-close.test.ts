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

describe('closing a window', () => {
  test('closing a window during a sale asks first', () => {
    const { close, asked } = openWindow(true)
    expect(close()).toBe(false)
    expect(asked()).toBe(true)
  })

  test('closing a window again while the question is open closes it', () => {
    const { close } = openWindow(true)
    close()
    expect(close()).toBe(true)
  })

  test('closing a window without a sale does not ask', () => {
    const { close, asked } = openWindow(false)
    expect(close()).toBe(true)
    expect(asked()).toBe(false)
  })

  test('quitting the app or shutting down the computer does not ask', () => {
    const { app, close } = openWindow(true)
    app.emit('before-quit')
    expect(close()).toBe(true)
  })
})
