import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Prepared, prepare } from '../http/prepared.ts'

export interface BuiltPage extends Prepared {
  /** The hash by which the policy allows the page's style sheet, such as `sha256-…`. */
  readonly styleHash: string
}

export interface SdkFile extends Prepared {
  /** The value of a page's `integrity` attribute, such as `sha384-…`. */
  readonly integrity: string
}

/** The files that `scripts/lib/build-web.mjs` builds from src-web. */
export interface BuiltPages {
  readonly pages: ReadonlyMap<string, BuiltPage>
  /** By name. The names change with the content. */
  readonly assets: ReadonlyMap<string, Prepared>
  readonly sdk: ReadonlyMap<string, SdkFile>
}

interface Manifest {
  readonly pages: Readonly<Record<string, { readonly file: string; readonly style: string }>>
  readonly assets: readonly string[]
  readonly sdk: Readonly<Record<string, { readonly file: string; readonly integrity: string }>>
}

/** Reads all files into memory: about ten small ones. Files that the manifest does not name are never read. */
export async function readBuiltPages(folder: string): Promise<BuiltPages> {
  const { pages, assets, sdk } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const read = async (name: string) => prepare(await readFile(join(folder, name), 'utf8'))
  const readPages = Object.entries(pages).map(
    async ([name, { file, style }]) => [name, { ...(await read(file)), styleHash: style }] as const,
  )
  const readAssets = assets.map(async (name) => [name, await read(name)] as const)
  const readSdk = Object.entries(sdk).map(
    async ([name, { file, integrity }]) => [name, { ...(await read(file)), integrity }] as const,
  )
  // Awaited together: otherwise a missing file could cause an unhandled rejection, which would end the service.
  const all = [Promise.all(readPages), Promise.all(readAssets), Promise.all(readSdk)] as const
  const [pagesRead, assetsRead, sdkRead] = await Promise.all(all)
  return { pages: new Map(pagesRead), assets: new Map(assetsRead), sdk: new Map(sdkRead) }
}
