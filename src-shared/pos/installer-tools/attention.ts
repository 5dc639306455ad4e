/** Problems to show at the counter before they stop a sale. Service and terminal have their own places there. */
export const attentionNames = ['clock', 'disk', 'files'] as const
export type Attention = (typeof attentionNames)[number]
