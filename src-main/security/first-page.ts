export interface FirstPage {
  /** Resolves once the first page, and each file that its markup names, has been answered. */
  readonly served: Promise<void>
  /** @param content of an answer, null where there was no such file. */
  answered(url: string, contentType: string, content: Buffer | null): void
}

/**
 * Follows the first page of the app to its window. Files are answered by this process: whatever else it loads
 * meanwhile holds them up, and the page is drawn in the other process only once they are there.
 */
export function followFirstPage(): FirstPage {
  let awaited: Set<string> | null = null
  let resolveServed = (): void => undefined
  const served = new Promise<void>((resolve) => {
    resolveServed = resolve
  })
  return {
    served,
    answered(url, contentType, content) {
      if (awaited === null && contentType.startsWith('text/html')) awaited = filesNamedBy(content, url)
      awaited?.delete(url)
      if (awaited?.size === 0) resolveServed()
    },
  }
}

/** The addresses of the scripts and styles that a page begins with. */
export const filesNamedBy = (markup: Buffer | null, base: string): Set<string> =>
  new Set(
    [...(markup?.toString() ?? '').matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(
      ([, address = '']) => new URL(address, base).href,
    ),
  )
