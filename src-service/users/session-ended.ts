import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/** The same error for every reason, so that trying cookies reveals nothing. */
export const sessionEnded = (): ServiceError =>
  serviceError(
    'session_ended',
    'There is no valid session. A session ends when the user signs out, after another sign-in in the same browser, after 12 hours, or when the user is deactivated. Sign in with a new link.',
  )
