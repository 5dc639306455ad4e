/** Any visible character: no space, no mark without a letter, nothing invisible such as joiners and fillers. */
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a reader sees anything of the text. */
export const hasVisibleText = (text: string): boolean => visible.test(text)
