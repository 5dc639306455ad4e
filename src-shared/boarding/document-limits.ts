export const mostDocumentBytes = 5_242_880
/** Of a request that carries one, in base64. */
export const mostUploadBytes = 7_340_032

export const documentContentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type DocumentContentType = (typeof documentContentTypes)[number]
