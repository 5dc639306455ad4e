import { create } from 'zustand'
import type { Catalogue, CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'
import { barcodeIndex, emptyCatalogue } from '../../src-shared/pos/catalogue/look-up.ts'
import { askMain } from '../bridge.ts'
import { useSnapshotStore } from '../stores/snapshot-store.ts'

interface CatalogueStore {
  /** Null until it is read. */
  readonly catalogue: Catalogue | null
  readonly byBarcode: ReadonlyMap<string, CatalogueItem>
  /** Data URLs by item; what was asked for and is not there yet is an empty text. */
  readonly pictures: Readonly<Record<string, string>>
}

export const useCatalogueStore = create<CatalogueStore>()(() => ({
  catalogue: null,
  byBarcode: new Map(),
  pictures: {},
}))

export const catalogueNow = (): Catalogue => useCatalogueStore.getState().catalogue ?? emptyCatalogue

let reading: number | null = null

async function readCatalogue(revision: number): Promise<void> {
  if (revision === 0 || reading === revision) return
  reading = revision
  const answer = await askMain('catalogue.read', undefined)
  if (reading !== revision) return
  if (!answer.ok) {
    // Asked for again with the next snapshot.
    reading = null
    return
  }
  const catalogue = JSON.parse(answer.value) as Catalogue
  useCatalogueStore.setState({ catalogue, byBarcode: barcodeIndex(catalogue.items), pictures: {} })
}

/** Reads the items whenever there are others than before, for as long as a screen of them stands. */
export function followCatalogue(): () => void {
  const read = () => void readCatalogue(useSnapshotStore.getState().snapshot?.selling.revision ?? 0)
  read()
  return useSnapshotStore.subscribe(read)
}

/** So long the items are waited for at most, ms: where they cannot be read, that is shown by then. */
const patienceMs = 5_000

const areRead = () =>
  useCatalogueStore.getState().catalogue !== null ||
  useSnapshotStore.getState().snapshot?.selling.catalogue === 'none'

/** Calls once the items are there, or nobody waits for them any more: at the start they come after the first screen. */
export function whenItemsRead(then: () => void): void {
  if (areRead()) {
    then()
    return
  }
  const end = () => {
    for (const stop of stops) stop()
    clearTimeout(limit)
    then()
  }
  const look = () => {
    if (areRead()) end()
  }
  const stops = [useCatalogueStore.subscribe(look), useSnapshotStore.subscribe(look)]
  const limit = setTimeout(end, patienceMs)
}

/** Pictures come for the items that are shown, once each. */
export function loadPictures(items: readonly CatalogueItem[]): void {
  const known = useCatalogueStore.getState().pictures
  const wanted = items.filter(({ id, picture }) => picture && known[id] === undefined)
  const item_ids = wanted.slice(0, 100).map(({ id }) => id)
  if (item_ids.length === 0) return
  const add = (pictures: CatalogueStore['pictures']) =>
    useCatalogueStore.setState((state) => ({ pictures: { ...state.pictures, ...pictures } }))
  add(Object.fromEntries(item_ids.map((id) => [id, ''])))
  void askMain('catalogue.pictures', { item_ids }).then((answer) => {
    if (answer.ok) add(answer.value)
  })
}
