// An OAuth authorization server for a test: registers every client, and its page signs in at once. Checks PKCE.
import { createHash, randomUUID } from "node:crypto";

/** Returns the endpoints of an authorization server at `origin`, and the check of its tokens. */
export function createSignIn(origin) {
  const codes = new Map();
  const tokens = new Set();
  const json = (res, status, body, headers = {}) =>
    res.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

  /** Answers a request that belongs to the sign-in or lacks a token. Returns false for a request that may pass. */
  async function handle(req, res, pathname, query) {
    if (pathname.startsWith("/.well-known/oauth-protected-resource")) {
      json(res, 200, { resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: ["weather"] });
    } else if (pathname.startsWith("/.well-known/")) {
      json(res, 200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        revocation_endpoint: `${origin}/revoke`,
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    } else if (pathname === "/register") {
      json(res, 201, { ...JSON.parse(await readBody(req)), client_id: randomUUID(), client_id_issued_at: 1 });
    } else if (pathname === "/authorize") {
      const code = randomUUID();
      codes.set(code, query.get("code_challenge"));
      const back = new URL(query.get("redirect_uri"));
      back.searchParams.set("code", code);
      back.searchParams.set("state", query.get("state") ?? "");
      res.writeHead(302, { location: back.href }).end();
    } else if (pathname === "/token") {
      const form = new URLSearchParams(await readBody(req));
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (codes.get(form.get("code") ?? "") !== challenge)
        return json(res, 400, { error: "invalid_grant" }) !== undefined;
      const token = randomUUID();
      tokens.add(token);
      json(res, 200, { access_token: token, token_type: "Bearer", expires_in: 3600, scope: "weather" });
    } else if (pathname === "/revoke") {
      tokens.delete(new URLSearchParams(await readBody(req)).get("token"));
      json(res, 200, {});
    } else {
      const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? "")?.[1];
      if (token !== undefined && tokens.has(token)) return false;
      json(
        res,
        401,
        { error: "invalid_token" },
        { "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"` },
      );
    }
    return true;
  }
  return { handle };
}

async function readBody(req) {
  let body = "";
  for await (const chunk of req) body += chunk;
  return body;
}
