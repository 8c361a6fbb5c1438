import type { IntentMeta } from "../../agent/sessions/idempotent-intent.ts"
import type { HandlerRequest } from "../handler.ts"

/** The signature and the idempotency key of a request's intent. */
export const intentMeta = ({ key, by }: HandlerRequest): IntentMeta => ({ key, by })
