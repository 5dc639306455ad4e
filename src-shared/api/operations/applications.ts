import type { Operation } from '../operation.ts'
import {
  applicationPageSchema,
  applicationSchema,
  createApplicationBodySchema,
  listApplicationsQuerySchema,
  updateApplicationBodySchema,
} from '../schemas/application.ts'
import { idParamsSchema } from '../schemas/common.ts'

/** Sections 2.11, 3.4 and 4.3: a business applies for an account. */
export const applicationOperations = {
  'applications.create': {
    method: 'POST',
    path: '/applications',
    summary: 'Create a draft of an application',
    spec: '4.3',
    access: 'business',
    account: 'none',
    idempotent: true,
    body: createApplicationBodySchema,
    reply: applicationSchema,
  },
  'applications.list': {
    method: 'GET',
    path: '/applications',
    summary: 'List applications, newest first',
    spec: 'ours',
    access: 'read',
    account: 'none',
    business: true,
    query: listApplicationsQuerySchema,
    reply: applicationPageSchema,
  },
  'applications.get': {
    method: 'GET',
    path: '/applications/{id}',
    summary: 'Fetch an application: its status, and the documents that are asked for',
    spec: '4.3',
    access: 'read',
    account: 'none',
    params: idParamsSchema,
    reply: applicationSchema,
  },
  'applications.update': {
    method: 'PUT',
    path: '/applications/{id}',
    summary: 'Change an application while its status permits',
    spec: '4.3',
    access: 'business',
    account: 'none',
    idempotent: true,
    params: idParamsSchema,
    body: updateApplicationBodySchema,
    reply: applicationSchema,
  },
  'applications.submit': {
    method: 'POST',
    path: '/applications/{id}/submit',
    summary: 'Submit a draft, or what the underwriter asked for',
    spec: '3.4',
    access: 'business',
    account: 'none',
    idempotent: true,
    params: idParamsSchema,
    reply: applicationSchema,
  },
} as const satisfies Record<string, Operation>
