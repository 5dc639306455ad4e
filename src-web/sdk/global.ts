import { sdkOf } from './sdk.ts'

// countertop.js, the classic script. It can read its own address only while it first runs.
const script = document.currentScript
if (!(script instanceof HTMLScriptElement))
  throw new Error('Load countertop.js by <script src>, or import countertop.mjs.')
Object.defineProperty(window, 'Countertop', { value: Object.freeze(sdkOf(script.src)), configurable: true })
