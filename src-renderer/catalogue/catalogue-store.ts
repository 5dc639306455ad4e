import { create } from 'zustand'
import type { Catalogue, CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'
import { barcodeIndex, emptyCatalogue } from '../../src-shared/pos/catalogue/look-up.ts'
import { askMain } from '../bridge.ts'
import { useSnapshotStore } from '../stores/snapshot-store.ts'

interface CatalogueStore {
  /** Null until it is read. */
  readonly catalogue: Catalogue | null
  readonly byBarcode: ReadonlyMap<string, CatalogueItem>
  /** Data URLs by item; an empty text for a picture that was requested but has not arrived. */
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
    // Requested again with the next snapshot.
    reading = null
    return
  }
  const catalogue = JSON.parse(answer.value) as Catalogue
  useCatalogueStore.setState({ catalogue, byBarcode: barcodeIndex(catalogue.items), pictures: {} })
}

/** Reads the items again after each change, while a screen shows them. */
export function followCatalogue(): () => void {
  const read = () => void readCatalogue(useSnapshotStore.getState().snapshot?.selling.revision ?? 0)
  read()
  return useSnapshotStore.subscribe(read)
}

/** Maximum wait for the items, in ms; after that a failure to read them is shown. */
const patienceMs = 5_000

const areRead = () =>
  useCatalogueStore.getState().catalogue !== null ||
  useSnapshotStore.getState().snapshot?.selling.catalogue === 'none'

/** Calls `then` once the items are read, or the wait is over: at start they arrive after the first screen. */
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

/** Requests the pictures of the shown items, once each. */
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
