// The globals that Node 20, Electron and every page have in common. A name that is missing here is missing in one of
// them, or not needed yet. Only src-shared and the terminal's device use these declarations; every other runtime has
// its own, more complete declarations of the same globals.

type BufferSource = ArrayBufferView<ArrayBuffer> | ArrayBuffer

interface TimerHandle {
  readonly __timer: unique symbol
}
declare function setTimeout(run: () => void, milliseconds?: number): TimerHandle
declare function clearTimeout(timer: TimerHandle | undefined): void
declare function setInterval(run: () => void, milliseconds?: number): TimerHandle
declare function clearInterval(timer: TimerHandle | undefined): void
declare function queueMicrotask(run: () => void): void
declare const performance: { now(): number }
declare function structuredClone<Value>(value: Value): Value
declare function atob(base64: string): string
declare function btoa(binary: string): string

interface TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare var TextEncoder: { new (): TextEncoder }
interface TextDecoder {
  decode(bytes?: BufferSource, options?: { stream?: boolean }): string
}
declare var TextDecoder: { new (label?: string, options?: { fatal?: boolean }): TextDecoder }

interface URLSearchParams extends Iterable<[string, string]> {
  readonly size: number
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  toString(): string
}
declare var URLSearchParams: {
  new (init?: string | Record<string, string> | Iterable<[string, string]>): URLSearchParams
}
interface URL {
  hash: string
  host: string
  hostname: string
  href: string
  readonly origin: string
  password: string
  pathname: string
  port: string
  protocol: string
  search: string
  readonly searchParams: URLSearchParams
  username: string
  toString(): string
}
declare var URL: {
  new (url: string | URL, base?: string | URL): URL
  canParse(url: string, base?: string): boolean
}

interface Event {
  readonly type: string
}
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: (event: Event) => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: (event: Event) => void): void
}
declare var AbortSignal: {
  abort(reason?: unknown): AbortSignal
  timeout(milliseconds: number): AbortSignal
  any(signals: Iterable<AbortSignal>): AbortSignal
}
interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare var AbortController: { new (): AbortController }

interface ReadableStreamReadResult<Chunk> {
  readonly done: boolean
  readonly value: Chunk | undefined
}
interface ReadableStreamDefaultReader<Chunk> {
  read(): Promise<ReadableStreamReadResult<Chunk>>
  cancel(reason?: unknown): Promise<void>
  releaseLock(): void
}
interface ReadableStream<Chunk> {
  readonly locked: boolean
  getReader(): ReadableStreamDefaultReader<Chunk>
  cancel(reason?: unknown): Promise<void>
}

interface Headers extends Iterable<[string, string]> {
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
}
declare var Headers: { new (init?: Record<string, string> | Iterable<[string, string]>): Headers }
interface Response {
  readonly ok: boolean
  readonly status: number
  readonly headers: Headers
  readonly url: string
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null
  json(): Promise<unknown>
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}
interface RequestInit {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
  readonly redirect?: 'error' | 'follow' | 'manual'
}
declare function fetch(url: string | URL, init?: RequestInit): Promise<Response>

interface CryptoKey {
  readonly type: string
  readonly extractable: boolean
}
interface CryptoKeyPair {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}
interface JsonWebKey {
  kty?: string
  crv?: string
  x?: string
  y?: string
  d?: string
  n?: string
  e?: string
  alg?: string
}
type KeyFormat = 'raw' | 'pkcs8' | 'spki'
type CryptoAlgorithm = string | ({ readonly name: string } & Readonly<Record<string, unknown>>)
interface SubtleCrypto {
  digest(algorithm: CryptoAlgorithm, data: BufferSource): Promise<ArrayBuffer>
  encrypt(algorithm: CryptoAlgorithm, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>
  decrypt(algorithm: CryptoAlgorithm, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>
  sign(algorithm: CryptoAlgorithm, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>
  verify(
    algorithm: CryptoAlgorithm,
    key: CryptoKey,
    signature: BufferSource,
    data: BufferSource,
  ): Promise<boolean>
  deriveBits(algorithm: CryptoAlgorithm, key: CryptoKey, bits: number): Promise<ArrayBuffer>
  deriveKey(
    algorithm: CryptoAlgorithm,
    key: CryptoKey,
    derived: CryptoAlgorithm,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<CryptoKey>
  generateKey(
    algorithm: CryptoAlgorithm,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<CryptoKeyPair>
  importKey(
    format: KeyFormat,
    data: BufferSource,
    algorithm: CryptoAlgorithm,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<CryptoKey>
  importKey(
    format: 'jwk',
    data: JsonWebKey,
    algorithm: CryptoAlgorithm,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<CryptoKey>
  exportKey(format: 'jwk', key: CryptoKey): Promise<JsonWebKey>
  exportKey(format: KeyFormat, key: CryptoKey): Promise<ArrayBuffer>
}
interface Crypto {
  readonly subtle: SubtleCrypto
  getRandomValues<Bytes extends Uint8Array | Uint16Array | Uint32Array>(bytes: Bytes): Bytes
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`
}
declare var crypto: Crypto
