import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { packageFolder } from './build.mjs'
import { npmEnvironment } from './libraries.mjs'
import { lockedPackages } from './lock-file.mjs'
import { fromRoot, projectRoot } from './paths.mjs'
import { npm, runOrThrow } from './run.mjs'

/**
 * Lists the third-party parts of the packaged app: the licences it must carry (THIRD-PARTY-NOTICES.txt) and a bill of
 * materials (CycloneDX). Read from the source maps of the build, so that only what is in the app is listed.
 */
const folder = fromRoot(packageFolder, 'third-party')

/** @returns {Promise<ReadonlySet<string>>} paths such as `node_modules/zod` */
const bundledPackages = async () => {
  const maps = (await readdir(fromRoot(packageFolder), { recursive: true })).filter((file) =>
    file.endsWith('.map'),
  )
  const found = new Set()
  for (const file of maps) {
    const path = fromRoot(packageFolder, file)
    const { sources } = JSON.parse(await readFile(path, 'utf8'))
    for (const source of sources) {
      const [, inside] =
        /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(
          relative(projectRoot, resolve(dirname(path), source)).replaceAll(sep, '/'),
        ) ?? []
      if (inside) found.add(inside)
    }
  }
  if (found.size === 0) throw new Error('No build with source maps was found; build with source maps first.')
  return found
}

/** Native modules and their dependencies are shipped unbundled. @returns {Promise<readonly string[]>} */
const shippedAsTheyAre = async () =>
  Object.entries(await lockedPackages())
    .filter(([, { dev, optional }]) => !dev && !optional)
    .map(([path]) => path)

/** @param {string} path @returns {Promise<string>} */
const licenceText = async (path) => {
  const names = await readdir(fromRoot(path)).catch(() => [])
  const files = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort()
  const texts = await Promise.all(files.map((name) => readFile(fromRoot(path, name), 'utf8').catch(() => '')))
  return texts.filter((text) => text !== '').join('\n')
}

/** @param {string} path */
const readPackage = async (path) => {
  const { name, version, license, author, homepage } = JSON.parse(
    await readFile(fromRoot(path, 'package.json'), 'utf8'),
  )
  return { name, version, license, author: typeof author === 'string' ? author : author?.name, homepage }
}

/**
 * Writes both into the folder third-party of the package's build.
 * @param {string} electronVersion version of Electron, whose notices are beside the program in LICENSES.chromium.html
 * @returns {Promise<number>} the number of third-party packages in the app
 */
export const writeThirdParty = async (electronVersion) => {
  const paths = [...new Set([...(await bundledPackages()), ...(await shippedAsTheyAre())])].sort()
  const parts = await Promise.all(
    paths.map(async (path) => {
      const { name, version, license, author, homepage } = await readPackage(path)
      const text = await licenceText(path)
      const facts = [`${name} ${version}`, `Licence: ${license}`, homepage && `From: ${homepage}`]
      return [...facts.filter(Boolean), '', text || `(c) ${author ?? `the authors of ${name}`}`].join('\n')
    }),
  )
  await mkdir(folder, { recursive: true })
  const line = `\n\n${'-'.repeat(78)}\n\n`
  const head = `Countertop contains Electron ${electronVersion} (LICENSE.electron.txt, LICENSES.chromium.html) and:`
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), `${[head, ...parts].join(line)}\n`)
  await writeFile(join(folder, 'sbom.cdx.json'), await billOfMaterials(paths, electronVersion))
  return paths.length
}

/**
 * npm's bill of materials, reduced to the packages that are in the program.
 * @param {readonly string[]} paths @param {string} electronVersion
 */
const billOfMaterials = async (paths, electronVersion) => {
  const { command, args } = npm(['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'])
  const { stdout } = await runOrThrow(command, args, {
    cwd: projectRoot,
    // The bundlers run in production mode, in which npm would leave out the packages that they bundle.
    env: { ...npmEnvironment(), NODE_ENV: 'development' },
  })
  const bill = JSON.parse(stdout)
  const shipped = new Set(
    await Promise.all(
      paths.map(async (path) => (({ name, version }) => `${name}@${version}`)(await readPackage(path))),
    ),
  )
  /** @param {{ 'bom-ref': string }} component */
  const isShipped = (component) => shipped.has(component['bom-ref'])
  const electron = {
    'bom-ref': `electron@${electronVersion}`,
    type: 'framework',
    name: 'electron',
    version: electronVersion,
    purl: `pkg:npm/electron@${electronVersion}`,
  }
  const known = new Set([...shipped, bill.metadata.component['bom-ref']])
  /** @type {readonly { ref: string, dependsOn?: readonly string[] }[]} */
  const dependencies = bill.dependencies
  return `${JSON.stringify(
    {
      ...bill,
      metadata: { ...bill.metadata, component: { ...bill.metadata.component, name: 'countertop' } },
      components: [...bill.components.filter(isShipped), electron],
      dependencies: dependencies
        .filter(({ ref }) => known.has(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => known.has(one)) })),
    },
    null,
    2,
  )}\n`
}
