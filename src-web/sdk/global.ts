import { sdkOf } from './sdk.ts'

// countertop.js, the classic script: it says itself where it came from, while it runs for the first time.
const script = document.currentScript
if (!(script instanceof HTMLScriptElement))
  throw new Error('Load countertop.js by <script src>, or import countertop.mjs.')
Object.defineProperty(window, 'Countertop', { value: Object.freeze(sdkOf(script.src)), configurable: true })
