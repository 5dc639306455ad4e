export interface PageProps {
  /** Of what the page is about; '' for a list. */
  readonly id: string
  readonly account: string
}
