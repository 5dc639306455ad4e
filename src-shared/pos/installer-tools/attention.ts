/** What is shown at the counter, too, before it stops the sale. Service and terminal have their own places there. */
export const attentionNames = ['clock', 'disk', 'files'] as const
export type Attention = (typeof attentionNames)[number]
