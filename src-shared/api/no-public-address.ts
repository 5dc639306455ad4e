import { type ServiceError, serviceError } from './errors.ts'

const words = 'This service has no public address'

/** The refusal to send a link that could not be opened from elsewhere. Its code has other causes, too. */
export const noPublicAddress: ServiceError = serviceError(
  'state_conflict',
  `${words}, so the link could not be opened on another computer. Its operator must set --public-url.`,
)

export const lacksPublicAddress = ({ code, message }: Pick<ServiceError, 'code' | 'message'>): boolean =>
  code === noPublicAddress.code && message.startsWith(words)
