export const mostDocumentBytes = 5_242_880
/** Maximum size of a request with a document in base64. */
export const mostUploadBytes = 7_340_032

export const documentContentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type DocumentContentType = (typeof documentContentTypes)[number]
