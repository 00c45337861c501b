// Addresses of our own scripts, for pages that require trusted types.

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Address for a worker or a script element. The policy is named `vitrine`. */
export function scriptUrl(url: string): string {
  policy ??= trustedTypes?.createPolicy('vitrine', { createScriptURL: (each) => each });
  return policy?.createScriptURL(url) ?? url;
}
