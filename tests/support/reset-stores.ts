interface Store {
  getInitialState(): unknown
  setState(state: unknown, replace: true): void
}

const isStore = (value: unknown): value is Store => typeof value === 'function' && 'getInitialState' in value

/** The window's stores, from Vite's list of their files. */
const files = (
  import.meta as unknown as { glob(path: string): Readonly<Record<string, () => Promise<object>>> }
).glob('/src-renderer/**/*-store.ts')

/** Sets every store back to its state at page load. */
export async function resetStores(): Promise<void> {
  for (const load of Object.values(files)) {
    for (const store of Object.values(await load()).filter(isStore)) {
      store.setState(store.getInitialState(), true)
    }
  }
}
