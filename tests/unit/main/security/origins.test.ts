import { describe, expect, test } from 'vitest'
import { appFile } from '../../../../src-main/security/app-files.ts'
import { isOn, posOrigin, terminalOrigin } from '../../../../src-main/security/origins.ts'
import { isPosPage } from '../../../../src-main/security/sender.ts'

/** Addresses that have bypassed checks of this kind. */
const bypasses = [
  'app://pos.evil.example/',
  'app://pos@evil.example/',
  'app://evil.example/app://pos/',
  'app://evil.example#app://pos/',
  'app://pos:80/',
  'app://user:word@pos/',
  'app://POS/index.html',
  'app:///pos/index.html',
  'app:/pos/index.html',
  'app:pos/index.html',
  'app://terminal/index.html',
  'app://pos%2eevil/',
  'app://pos%00.evil/',
  'app://pos\\@evil/',
  ' app://pos/',
  'app://pos',
  'apps://pos/',
  'http://pos/',
  'https://pos/',
  'file:///app/pos/index.html',
  'blob:app://pos/6e2a',
  'data:text/html,app://pos/',
  'javascript:alert(1)//app://pos/',
  'about:blank',
  'about:srcdoc',
  'null',
  '',
]

describe('whether an address is on the POS’s origin', () => {
  for (const address of bypasses) {
    test(`the address ${JSON.stringify(address)} is not on the POS’s origin`, () =>
      expect(isOn(posOrigin, address)).toBe(false))
  }
  test('the address of the page itself is on its origin, with and without query and hash', () => {
    for (const address of ['app://pos/', 'app://pos/index.html', 'app://pos/index.html?a=1#b']) {
      expect(isOn(posOrigin, address)).toBe(true)
    }
  })
})

describe('whether a message comes from the top frame of the POS page', () => {
  const frame = { url: 'app://pos/index.html', origin: 'app://pos', parent: null }
  test('a message from the page itself is accepted', () =>
    expect(isPosPage({ senderFrame: frame })).toBe(true))
  test('a message from a frame inside the page, or from a closed one, is refused', () => {
    expect(isPosPage({ senderFrame: { ...frame, parent: {} as never } })).toBe(false)
    expect(isPosPage({ senderFrame: null })).toBe(false)
  })
  test('a message from another origin is refused, whatever its address', () => {
    expect(isPosPage({ senderFrame: { ...frame, origin: 'app://terminal' } })).toBe(false)
    expect(isPosPage({ senderFrame: { ...frame, origin: 'null' } })).toBe(false)
    for (const url of bypasses) expect(isPosPage({ senderFrame: { ...frame, url } })).toBe(false)
  })
})

describe('a page gets only the files of its own folder', () => {
  const folders = { [posOrigin]: '/app/renderer', [terminalOrigin]: '/app/terminal-screen' }
  const file = (address: string) => appFile(folders, address)?.path ?? null

  test('a page gets the files of its folder', () => {
    expect(file('app://pos/index.html')).toBe('/app/renderer/index.html')
    expect(file('app://pos/')).toBe('/app/renderer/index.html')
    expect(file('app://pos/assets/a%20b.js?x#y')).toBe('/app/renderer/assets/a b.js')
    expect(file('app://terminal/index.html#service=x')).toBe('/app/terminal-screen/index.html')
  })

  const refused = [
    'app://pos/..%2fmain/main.js',
    'app://pos/%2e%2e%2fmain%2fmain.js',
    'app://pos/%252e%252e/main.js',
    'app://pos/assets/..%5c..%5cmain.js',
    'app://pos/assets\\..\\..\\main.js',
    'app://pos/index.html%00.js',
    'app://pos/%2fetc/passwd',
    'app://pos/%E0%A4%A',
    'app://pos/main.sqlite',
    'app://pos/assets/',
  ]
  for (const address of refused) {
    test(`a page does not get ${address}`, () => expect(file(address)).toBeNull())
  }

  test('a path that leads out of the folder ends at the folder', () => {
    for (const address of ['app://pos/../main.js', 'app://pos/%2e%2e/main.js', 'app://pos/a/../../main.js']) {
      expect(file(address)).toBe('/app/renderer/main.js')
    }
    expect(file('app://pos//etc/passwd.json')).toBe('/app/renderer/etc/passwd.json')
  })

  test('a page gets nothing of another origin', () => {
    for (const address of bypasses.filter((one) => !one.startsWith('app://terminal/'))) {
      expect(file(address)).toBeNull()
    }
  })
})
