export interface FirstPage {
  /** Resolves once the first page, and each file that its markup names, has been answered. */
  readonly served: Promise<void>
  /** @param content of the answer; null where there is no such file */
  answered(url: string, contentType: string, content: Buffer | null): void
}

/**
 * Follows the loading of the app's first page. Its files are served by this process, so other loading here delays them,
 * and the renderer draws the page only once it has them.
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

/** The addresses of the scripts and styles in a page's markup. */
export const filesNamedBy = (markup: Buffer | null, base: string): Set<string> =>
  new Set(
    [...(markup?.toString() ?? '').matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(
      ([, address = '']) => new URL(address, base).href,
    ),
  )
