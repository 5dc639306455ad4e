export interface PageProps {
  /** Id of the page's subject; '' for a list. */
  readonly id: string
  readonly account: string
}
